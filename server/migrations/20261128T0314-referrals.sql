-- What referrers earn (docs/rules.md#referrals-and-welcome-bonus): a share of each profit of the users they brought, for life, and one
-- reward per referred user. Unique keys ensure that nothing is paid twice, whatever runs twice.

-- One row per referred user whose profits have earned something, written with the first share.
create table referrals (
  referred_id integer primary key references users,
  -- what was cut off when shares were rounded down, in millionths of a paisa
  carried bigint not null default 0,
  -- paise, the sum of this user's shares
  shares_total bigint not null default 0 check (shares_total >= 0),
  -- paise that no notice has mentioned yet: a night's share is often a few, and there is a notice once they add up to a rupee
  untold bigint not null default 0 constraint referrals_untold check (untold >= 0),
  constraint referrals_fraction check (carried >= 0 and carried < 1000000)
);

-- Without foreign keys, which would look up two users for each of a night's many shares. Both stay: the share's fraction is in
-- `referrals`, which holds the referred user, whose row holds the referrer (`users.referred_by`). `npm run verify` looks for both.
create table referral_shares (
  id integer generated always as identity primary key,
  referred_id integer not null,
  referrer_id integer not null,
  -- paise of profit, and the rate at that moment
  profit bigint not null check (profit > 0),
  rate_ppm bigint not null check (rate_ppm >= 0),
  posted bigint not null check (posted >= 0),
  carried bigint not null check (carried >= 0 and carried < 1000000),
  created_at timestamptz not null,
  -- the record that earned the profit, as contract/movements.ts names it, and the day if it is interest
  subject text not null,
  subject_id integer not null,
  day date,
  -- The movement that paid it has the same subject, the event 'shared', and these, because a night pays the shares of many users
  -- together; a receipt shows the balance after it.
  paid_subject_id integer not null,
  paid_day date,
  -- one profit pays one share, whatever runs twice
  constraint referral_shares_source unique nulls not distinct (subject_id, subject, day)
);
-- a referrer's history, newest first
create index referral_shares_by_referrer on referral_shares (referrer_id, created_at desc, id desc);
-- verify: a referred user's shares in order
create index referral_shares_by_referred on referral_shares (referred_id, id);

create table referral_rewards (
  id integer generated always as identity primary key,
  referred_id integer not null references users constraint referral_rewards_once unique,
  referrer_id integer not null references users,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null
);
-- a referrer's history, newest first
create index referral_rewards_by_referrer on referral_rewards (referrer_id, created_at desc, id desc);
