-- A share of a night's interest is often a few paise, and each was told on its own, every day for life. Income that
-- was not told waits here until it comes to a rupee (docs/decisions/0140-telling-referral-income.md).
alter table referrals add column untold bigint not null default 0;
alter table referrals add constraint referrals_untold check (untold >= 0);
