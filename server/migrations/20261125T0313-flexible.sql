-- Earn (docs/rules.md, Earn): the rates with the day each began, what only movements change of an account, its
-- movements, and its interest by business day. What every night changes stands on ledger_accounts.

create table flexible_rates (
  -- the first business day (Asia/Kolkata) that earns this rate; it holds until the next row
  day date primary key,
  rate_ppm bigint not null check (rate_ppm >= 0)
);

-- A changed setting counts from the next business day and never backwards: days that have begun are not
-- touched. A trigger, so that no writer of the setting can forget it.
create function flexible_keep_rate() returns trigger language plpgsql as $$
begin
  insert into flexible_rates (day, rate_ppm)
  values ((new.updated_at at time zone 'Asia/Kolkata')::date + 1, (new.value::numeric * 10000)::bigint)
  on conflict (day) do update set rate_ppm = excluded.rate_ppm;
  return new;
end $$;
create trigger settings_keep_flexible_rate after insert or update of value on settings
  for each row when (new.key = 'flexible_daily_profit_percentage') execute function flexible_keep_rate();

create table flexible_accounts (
  user_id integer primary key references users,
  -- paise put in, the welcome bonus included; withdrawals take from it first
  principal bigint not null constraint flexible_accounts_principal check (principal >= 0),
  -- paise of the welcome bonus
  bonus bigint not null default 0 check (bonus >= 0),
  -- the welcome bonus and deposits less withdrawals: what the balance holds above it is interest, all there ever was
  paid_in bigint not null,
  -- once some of the bonus has lawfully left, what is in Earn is the user's own: it is never locked again
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
-- GET /transactions and /flexible/transactions: a user's deposits into Earn or withdrawals from it, newest first; and the
-- sum of a user's movements
create index flexible_movements_by_kind on flexible_movements (user_id, type, created_at desc, id desc);

-- The working of each day. Unique by account and day: whatever posts twice, one row stands.
create table flexible_interest (
  -- no foreign key: a check for each of a million rows a night, of a user whose account row is locked anyway
  user_id integer not null,
  -- the last millisecond of the business day; both the uniqueness of the day and the history go by it
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

-- Works out and posts the interest of one business day for the Earn accounts of a range of users that stand exactly
-- before it. One statement: each account is locked, judged and changed in one go, in user order, and one that
-- somebody else has just moved or posted is judged by what they left. Returns what it credited to those of `asked`.
-- It writes the ledger's tables itself instead of handing ten thousand legs to ledger_post (docs/decisions/0100).
create function flexible_post_interest(
  business_day date, posted_at timestamptz, rate bigint, first_user integer, last_user integer, asked integer[]
) returns table (user_id integer, posted bigint) language plpgsql
-- By the index of holder and kind, whatever is believed of the table's size; and no compiling for milliseconds. Planned anew
-- for each 10,000 accounts, in a millisecond: the referred among the credited users are found by a hash, and PostgreSQL makes
-- one only of a list that it knows when it plans. A general plan took a third of a night where three of ten are referred.
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

-- The rate of a day is settled once its interest is posted, and the state of an Earn account that the next night reads cannot be made
-- better than its balance: whoever may write these columns or the setting of the rate, as the program's own role may
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

-- The night changes balances with the state; a change of the state alone is checked. The condition costs the night nothing.
create function flexible_refuse_state() returns trigger language plpgsql as $$
begin
  raise exception 'the state of an Earn account promises interest that it has not earned'
    using errcode = 'restrict_violation', constraint = 'ledger_accounts_earn_state', table = 'ledger_accounts';
end $$;
create trigger ledger_accounts_earn_state before update of settled_through, low_day, low, interest_due on ledger_accounts
  for each row
  when (new.balance is not distinct from old.balance
        and (new.low > new.balance or new.interest_due >= 1000000 or new.settled_through < old.settled_through))
  execute function flexible_refuse_state();
