-- A referral code is read out and typed by hand, so two codes that differ only in case are one.
-- Older programs stop.
alter table users drop constraint referral_code_taken;
-- whose code somebody registers with, in any case
create unique index referral_code_taken on users (upper(referral_code));
