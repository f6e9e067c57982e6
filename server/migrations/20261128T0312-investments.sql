-- Money in fixed-term plans. The terms are copied here at the purchase, so that later edits of the plan do not change them.

create table investments (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  plan_id integer not null references plans,
  name text not null,
  symbol text not null,
  -- paise
  amount bigint not null constraint investments_amount check (amount > 0),
  profit_ppm bigint not null,
  -- paise, for the whole term: amount × rate, rounded half-up
  profit bigint not null constraint investments_profit check (profit >= 0),
  duration_days integer not null,
  -- the plan allowed one unclaimed investment per user
  is_only boolean not null,
  bought_at timestamptz not null,
  -- business days in Asia/Kolkata
  bought_on date not null,
  matures_on date not null constraint investments_term check (matures_on = bought_on + duration_days),
  -- 00:00 Asia/Kolkata of matures_on
  matures_at timestamptz not null,
  -- when the user was told that it has matured
  told_at timestamptz,
  claimed_at timestamptz constraint investments_no_early_exit check (claimed_at >= matures_at),
  number text not null default record_number(),
  name_hi text not null default ''
);
create unique index investments_by_number on investments (number);
-- one unclaimed investment per user and plan if the plan allows only one
create unique index already_invested on investments (user_id, plan_id) where claimed_at is null and is_only;
-- a user's own list and their purchases in the wallet's history, newest first
create index investments_by_user on investments (user_id, bought_at, id);
-- their claims in the wallet's history
create index investments_claimed_by_user on investments (user_id, claimed_at, id) where claimed_at is not null;
-- a plan with history is archived, not deleted
create index investments_by_plan on investments (plan_id);
-- the job that tells users of matured investments
create index investments_untold on investments (matures_at) where told_at is null and claimed_at is null;
-- GET /coverage and /coverage/due: the unclaimed investments by the moment from which they can be claimed. Many mature at the same
-- moment, so a page needs their ids in order as well
create index investments_due on investments (matures_at, id) include (amount, profit) where claimed_at is null;
-- stored replies to polls depend on it (docs/polls.md)
create trigger investments_noted_inserted after insert on investments
  referencing new table as touched for each statement execute function note_changes_of_users();
create trigger investments_noted_updated after update on investments
  referencing new table as touched for each statement execute function note_changes_of_users();
create trigger investments_noted_deleted after delete on investments
  referencing old table as touched for each statement execute function note_changes_of_users();
