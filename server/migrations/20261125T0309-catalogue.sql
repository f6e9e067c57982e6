-- What admins offer: where users pay to, the packages they can buy, fixed-term plans and their categories, and links. What is
-- read by everybody stands a second time in Hindi, in a column of its name with _hi, empty while there is none; the English
-- stands in then (docs/decisions/0305-hindi-beside-the-english.md).

create table deposit_methods (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  type text not null constraint deposit_methods_type check (type in ('upi', 'bank', 'crypto')),
  instructions text not null,
  -- contract/methods.ts payee, of the method's type
  details jsonb not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name_hi text not null default '' check (length(name_hi) <= 100),
  instructions_hi text not null default ''
);

create table balance_packages (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  -- paise
  amount bigint not null constraint balance_packages_amount check (amount > 0),
  bonus_ppm bigint not null constraint balance_packages_bonus check (bonus_ppm >= 0),
  description text not null,
  is_active boolean not null default true,
  sort_order integer not null constraint balance_packages_order check (sort_order >= 1),
  -- deleted, kept for the requests that bought it
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
  -- null: nobody has changed it since it was made
  updated_at timestamptz,
  name_hi text not null default '' check (length(name_hi) <= 100),
  description_hi text not null default ''
);
create unique index category_name_taken on plan_categories (lower(name));

-- The API calls a plan a cryptocurrency.
create table plans (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  symbol text not null check (symbol ~ '^[A-Za-z0-9._-]{1,20}$'),
  -- a full link, or a path of our own ('/icons/…') that follows the program to whatever address it runs at
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
  -- paise; bounds of the simulated price, which has nothing to do with the profit
  lower_fluctuation bigint not null,
  higher_fluctuation bigint not null,
  bottom_flow_ppm bigint not null,
  upper_flow_ppm bigint not null,
  is_active boolean not null default true,
  multiple_allowed boolean not null default false,
  -- deleted, kept for the investments made in it
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
  -- null: nobody has changed it since it was made
  updated_at timestamptz,
  title_hi text not null default '' check (length(title_hi) <= 200)
);
