-- A night writes a share for each referred user, and each looked its two users up once more. Neither can go: a share's fraction is
-- kept in `referrals`, which holds the referred user, whose row holds the referrer (`users.referred_by`); `npm run verify`
-- looks for both.
-- Older programs stop.
alter table referral_shares
  drop constraint referral_shares_referred_id_fkey,
  drop constraint referral_shares_referrer_id_fkey;
