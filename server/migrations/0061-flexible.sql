-- Earn (rules.md §3, Flexible): one row of state per account, its movements, its interest by business day,
-- and the rates with the day each began.

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
  -- paise of interest, ever
  profit_total bigint not null default 0 check (profit_total >= 0),
  -- paise of the welcome bonus
  bonus bigint not null default 0 check (bonus >= 0),
  -- millionths of a paisa that flooring left over
  carried bigint not null default 0 constraint flexible_accounts_fraction check (carried >= 0 and carried < 1000000),
  -- the last business day whose interest is posted
  settled_through date not null,
  -- the last business day on which money moved, and the lowest balance of that day so far
  low_day date not null,
  low bigint not null check (low >= 0)
) with (fillfactor = 45); -- room for in-page updates: every row changes every night, and no index with it

create table flexible_movements (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  type text not null constraint flexible_movements_type check (type in ('deposit', 'withdraw')),
  amount bigint not null check (amount > 0),
  balance_after bigint not null check (balance_after >= 0),
  created_at timestamptz not null
);
-- a user's history, newest first
create index flexible_movements_by_user on flexible_movements (user_id, created_at desc, id desc);

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
