-- What referrers earn (docs/rules.md, Referrals and welcome bonus): a share of each profit of the users they brought, for life,
-- and one reward per referred user. The unique keys decide: whatever runs twice, nothing is paid twice.

-- One row per referred user whose profits have earned something, made with the first share.
create table referrals (
  referred_id integer primary key references users,
  -- what the floored shares have left over, in millionths of a paisa
  carried bigint not null default 0,
  -- paise, the sum of this user's shares
  shares_total bigint not null default 0 check (shares_total >= 0),
  -- paise that no notice has told yet: a share of a night is often a few, and is told once they come to a rupee
  -- (docs/rules.md#referrals-and-welcome-bonus)
  untold bigint not null default 0 constraint referrals_untold check (untold >= 0),
  constraint referrals_fraction check (carried >= 0 and carried < 1000000)
);

create table referral_shares (
  id integer generated always as identity primary key,
  referred_id integer not null references users,
  referrer_id integer not null references users,
  -- paise of profit, and the rate of that moment
  profit bigint not null check (profit > 0),
  rate_ppm bigint not null check (rate_ppm >= 0),
  posted bigint not null check (posted >= 0),
  carried bigint not null check (carried >= 0 and carried < 1000000),
  created_at timestamptz not null,
  -- the record that earned the profit, as contract/movements.ts names it, and the day where it is interest
  subject text not null,
  subject_id integer not null,
  day date,
  -- The movement that paid it has the same subject, the event 'shared', and these: a night pays the shares of many users
  -- together, and a receipt tells the balance after it.
  paid_subject_id integer not null,
  paid_day date,
  -- whatever runs twice, one profit pays one share
  constraint referral_shares_source unique nulls not distinct (subject_id, subject, day)
);
-- a referrer's history, newest first
create index referral_shares_by_referrer on referral_shares (referrer_id, created_at desc, id desc);
-- a referred user's shares in order: verify
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
