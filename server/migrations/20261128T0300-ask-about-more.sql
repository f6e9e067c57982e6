-- People ask support about their moves into and out of Earn, and about corrections of their balance.
-- Older programs stop.
alter table conversations drop constraint conversations_about_kind_check;
alter table conversations add constraint conversations_about_kind_check
  check (about_kind in ('deposit', 'withdrawal', 'transfer', 'investment', 'flexible', 'adjustment', 'kyc'));
