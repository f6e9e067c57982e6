-- What admins offer: where users pay, the packages they can buy, fixed-term plans and their categories, and links. Texts that everybody
-- reads have a second column with _hi for Hindi; while that is empty, the English is shown
-- (docs/decisions/0305-hindi-beside-the-english.md).

create table deposit_methods (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  type text not null constraint deposit_methods_type check (type in ('upi', 'bank', 'crypto')),
  instructions text not null,
  -- the payee, in the form of the method's type (contract/methods.ts)
  details jsonb not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name_hi text not null default '' check (length(name_hi) <= 100),
  instructions_hi text not null default '',
  -- since when it has its payee; in milliseconds, as calls have it
  payee_since timestamptz not null default date_trunc('milliseconds', now())
);

-- Each payee that a method had before, with the moment since which it had it and the name that the method had last: a deposit is recorded
-- with the payee that its payer was shown, although the method may have another by now.
create table former_payees (
  method_id integer not null references deposit_methods,
  since timestamptz not null,
  payee jsonb not null,
  name text not null,
  name_hi text not null,
  constraint former_payees_pkey primary key (method_id, since)
);
create trigger former_payees_append_only before delete or update on former_payees
  for each row execute function refuse_change();
create trigger former_payees_no_truncate before truncate on former_payees for each statement execute function refuse_change();

create function method_payee(type text, details jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_object('type', type, 'details', details)
$$;

create function method_keep_payee() returns trigger language plpgsql as $$
begin
  insert into former_payees (method_id, since, payee, name, name_hi)
  values (old.id, old.payee_since, method_payee(old.type, old.details), old.name, old.name_hi);
  new.payee_since := greatest(new.updated_at, old.payee_since + interval '1 millisecond');
  return new;
end
$$;
create trigger method_keep_payee before update on deposit_methods
  for each row when ((new.type, new.details) is distinct from (old.type, old.details)) execute function method_keep_payee();

create table balance_packages (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  -- paise
  amount bigint not null constraint balance_packages_amount check (amount > 0),
  bonus_ppm bigint not null constraint balance_packages_bonus check (bonus_ppm >= 0),
  description text not null,
  is_active boolean not null default true,
  sort_order integer not null constraint balance_packages_order check (sort_order >= 1),
  -- deleted, but kept for the requests that bought it
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name_hi text not null default '' check (length(name_hi) <= 100),
  description_hi text not null default ''
);

create table plan_categories (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  description text not null,
  is_active boolean not null default true,
  -- null if nobody has changed it since it was made
  updated_at timestamptz,
  name_hi text not null default '' check (length(name_hi) <= 100),
  description_hi text not null default ''
);
create unique index category_name_taken on plan_categories (lower(name));

-- Fixed-term plans. The API calls a plan a cryptocurrency.
create table plans (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  symbol text not null check (symbol ~ '^[A-Za-z0-9._-]{1,20}$'),
  -- a full link, or a path of our own ('/icons/…') that works at whatever address the program has
  icon_url text not null,
  description text not null default '',
  category_id integer not null constraint category_unavailable references plan_categories,
  duration_days integer not null default 30 constraint plans_duration check (duration_days between 1 and 3650),
  -- paise
  minimum_deposit bigint not null,
  maximum_deposit bigint not null,
  -- for the whole term
  profit_ppm bigint not null constraint plans_profit check (profit_ppm >= 0),
  wallet_address text,
  -- paise; the bounds of the simulated price, which has nothing to do with the profit
  lower_fluctuation bigint not null,
  higher_fluctuation bigint not null,
  bottom_flow_ppm bigint not null,
  upper_flow_ppm bigint not null,
  is_active boolean not null default true,
  multiple_allowed boolean not null default false,
  -- deleted, but kept for the investments made in it
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name_hi text not null default '' check (length(name_hi) <= 100),
  description_hi text not null default '',
  constraint plans_deposits check (0 < minimum_deposit and minimum_deposit <= maximum_deposit),
  constraint plans_prices check (0 < lower_fluctuation and lower_fluctuation <= higher_fluctuation),
  constraint plans_flows check (0 <= bottom_flow_ppm and bottom_flow_ppm <= upper_flow_ppm)
);
create unique index symbol_taken on plans (lower(symbol)) where archived_at is null;
-- the number of plans of each category
create index plans_by_category on plans (category_id) where archived_at is null;

-- Titled external links of the mobile menu. A handful of rows, read whole.
create table upcomings (
  id integer generated always as identity primary key,
  title text not null check (length(title) between 1 and 200),
  -- an http(s) address, or null for an item without a page yet
  link text check (link ~* '^https?://'),
  created_at timestamptz not null,
  -- null if nobody has changed it since it was made
  updated_at timestamptz,
  title_hi text not null default '' check (length(title_hi) <= 200)
);
