-- Earn (docs/rules.md#earn): the rates with the day on which each began, the part of an account that only movements change, its
-- movements, and its interest by business day. What every night changes is on ledger_accounts.

create table flexible_rates (
  -- the first business day (Asia/Kolkata) that earns this rate; it holds until the next row
  day date primary key,
  rate_ppm bigint not null check (rate_ppm >= 0)
);

-- A changed setting counts from the next business day, never for a day that has begun. After a clock that ran ahead was set right, it
-- counts from the first day whose interest that clock has not posted, and earlier changes for later days are dropped. A trigger, so that
-- nothing that writes the setting can forget it.
create function flexible_keep_rate() returns trigger language plpgsql as $$
declare
  first_day constant date := greatest(
    (new.updated_at at time zone 'Asia/Kolkata')::date + 1,
    -- from the sums by day: transfers have no index by their day
    (select max(day) + 1 from ledger_totals where movement = 'flexible_interest'));
begin
  delete from flexible_rates where day > first_day;
  insert into flexible_rates (day, rate_ppm)
  values (first_day, (new.value::numeric * 10000)::bigint)
  on conflict (day) do update set rate_ppm = excluded.rate_ppm;
  return new;
end $$;
create trigger settings_keep_flexible_rate after insert or update of value on settings
  for each row when (new.key = 'flexible_daily_profit_percentage') execute function flexible_keep_rate();

create table flexible_accounts (
  user_id integer primary key references users,
  -- paise put in, including the welcome bonus; withdrawals take from it first
  principal bigint not null constraint flexible_accounts_principal check (principal >= 0),
  -- paise of the welcome bonus
  bonus bigint not null default 0 check (bonus >= 0),
  -- the welcome bonus and deposits less withdrawals; the balance above it is all interest there ever was
  paid_in bigint not null,
  -- once some of the bonus has lawfully left, all that is in Earn is the user's own and never locked again
  bonus_released boolean not null default false
);

create table flexible_movements (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  type text not null constraint flexible_movements_type check (type in ('deposit', 'withdraw', 'taken_back')),
  amount bigint not null check (amount > 0),
  balance_after bigint not null check (balance_after >= 0),
  created_at timestamptz not null,
  number text not null default record_number()
);
create unique index flexible_movements_by_number on flexible_movements (number);
-- GET /transactions and /flexible/transactions: a user's deposits into Earn or withdrawals from it, newest first; and the sum of a
-- user's movements
create index flexible_movements_by_kind on flexible_movements (user_id, type, created_at desc, id desc);

-- How the interest of each day was calculated, once for each account and day, even if something posts twice.
create table flexible_interest (
  -- no foreign key: it would check each of a million rows a night, of users whose account rows are locked anyway
  user_id integer not null,
  -- the last millisecond of the business day, by which the day is unique and the history sorted
  at timestamptz not null constraint flexible_interest_day_end check ((at at time zone 'UTC')::time = '18:29:59.999'),
  eligible bigint not null check (eligible >= 0),
  rate_ppm bigint not null check (rate_ppm >= 0),
  posted bigint not null check (posted >= 0),
  carried bigint not null check (carried >= 0 and carried < 1000000),
  balance_after bigint not null,
  constraint flexible_interest_once primary key (user_id, at)
);
create trigger flexible_interest_append_only before update or delete on flexible_interest
  for each row execute function refuse_change();
create trigger flexible_interest_no_truncate before truncate on flexible_interest
  for each statement execute function refuse_change();

-- Calculates and posts the interest of one business day for those Earn accounts of a range of users whose interest is posted up to the day
-- before. In one statement each account is locked, judged and changed at once, in the order of users, and an account that somebody else
-- has just moved or posted is judged by what they left. Returns what it credited to the users of `asked`. It writes the ledger's tables
-- itself instead of passing ten thousand legs to ledger_post (docs/decisions/0100-a-night-in-one-update.md).
create function flexible_post_interest(
  business_day date, posted_at timestamptz, rate bigint, first_user integer, last_user integer, asked integer[]
) returns table (user_id integer, posted bigint) language plpgsql
-- By the index of holder and kind, whatever the planner believes about the table's size; and without JIT, which compiles for milliseconds.
-- Planned anew for each 10,000 accounts, in a millisecond: the referred among the credited users are found by a hash, which PostgreSQL
-- builds only for a list that it knows when it plans. With a generic plan, that took a third of the night's time where three of ten are
-- referred.
set enable_seqscan = off set enable_bitmapscan = off set jit = off set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
begin
  perform set_config('bittkosh.posting', 'on', true);
  return query
  with worked as (
    update ledger_accounts a
       set settled_through = business_day,
           interest_due = a.interest_due % 1000000 + case when a.low_day = business_day then a.low else a.balance end * rate,
           balance = a.balance
             + (a.interest_due % 1000000 + case when a.low_day = business_day then a.low else a.balance end * rate) / 1000000
     where a.holder between first_user and last_user and a.kind = 'flexible'
       and a.settled_through = business_day - 1 and a.balance > 0
    returning a.id, a.user_id, a.balance, case when a.low_day = business_day then a.low end as low,
              a.interest_due / 1000000 as posted, a.interest_due % 1000000 as carried),
  noted as (
    insert into flexible_interest (user_id, at, eligible, rate_ppm, posted, carried, balance_after)
    select user_id, posted_at, coalesce(low, balance - posted), rate, posted, carried, balance
      from worked),
  -- a batch is told by its first user, whom no other batch of the day has
  transfer as (
    insert into ledger_transfers (subject, subject_id, event, day, kind, at)
    select 'interest', min(user_id), 'posted', business_day, 'flexible_interest', posted_at
      from worked
     where posted > 0
    having count(*) > 0
    returning id),
  entered as (
    insert into ledger_entries (transfer_id, account_id, amount, balance_after, at)
    select transfer.id, worked.id, posted, balance, posted_at
      from transfer, worked
     where posted > 0
    union all
    select transfer.id, ledger_platform_account('expense_flexible_interest'),
           -(select sum(posted) from worked)::bigint, null, posted_at
      from transfer)
  select user_id, posted
    from worked
   where posted > 0 and user_id = any (asked)
   order by user_id;
  perform set_config('bittkosh.posting', 'off', true);
  perform note_changes(null);
end $$;

-- The rate of a day is final once its interest is posted, and the state of an Earn account, which the next night reads, cannot promise
-- more than its balance earns. So whoever may write these columns or the setting of the rate, as the program's own role may
-- (docs/decisions/0134-role-of-the-program.md), gains nothing by it.
create function flexible_guard_rates() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_transfers where subject = 'interest' and day >= coalesce(new.day, old.day)) then
    raise exception 'the interest of % is posted; its rate stays', coalesce(new.day, old.day)
      using errcode = 'restrict_violation', constraint = 'flexible_rates_posted', table = 'flexible_rates';
  end if;
  return coalesce(new, old);
end $$;
create trigger flexible_rates_posted before insert or update or delete on flexible_rates
  for each row execute function flexible_guard_rates();
create trigger flexible_rates_no_truncate before truncate on flexible_rates
  for each statement execute function refuse_change();

create function flexible_refuse_state() returns trigger language plpgsql as $$
begin
  raise exception 'the state of an Earn account promises interest that it has not earned'
    using errcode = 'restrict_violation', constraint = 'ledger_accounts_earn_state', table = 'ledger_accounts';
end $$;
-- A trigger and not a check of the table, which is parsed anew by every change of a balance, even by those that cannot break it: 20 of
-- the 200 µs of a posting (docs/performance.md#one-posting). Only what writes these columns parses a trigger's condition.
create trigger ledger_accounts_earn after insert or update of settled_through, low_day, low, interest_due on ledger_accounts
  for each row
  when (new.settled_through is not null
        and not (new.kind = 'flexible' and new.low_day is not null and coalesce(new.low >= 0 and new.interest_due >= 0, false)))
  execute function flexible_refuse_state();
-- The night changes balances together with the state; only a change of the state alone is checked, which costs the night nothing. After
-- the change, because a row trigger before it locks each row once more, even if its columns are not written.
create trigger ledger_accounts_earn_state after update of settled_through, low_day, low, interest_due on ledger_accounts
  for each row
  when (new.balance is not distinct from old.balance
        and (new.low > new.balance or new.interest_due >= 1000000 or new.settled_through < old.settled_through))
  execute function flexible_refuse_state();
