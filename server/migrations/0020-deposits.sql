-- Where users pay to, the packages they can buy, and their requests to have a payment credited.

create table deposit_methods (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  type text not null constraint deposit_methods_type check (type in ('upi', 'bank', 'crypto')),
  instructions text not null,
  -- contract/methods.ts payee, of the method's type
  details jsonb not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
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
  updated_at timestamptz not null
);

create table deposits (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  method_id integer not null references deposit_methods,
  -- the method as it was when the user paid: its name and contract/methods.ts payee
  method_name text not null,
  payee jsonb not null,
  type text not null constraint deposits_type check (type in ('upi', 'bank', 'crypto')),
  -- paise
  requested_amount bigint not null constraint deposits_requested check (requested_amount > 0),
  approved_amount bigint constraint deposits_approved check (approved_amount > 0),
  -- the package and its terms of that moment
  package_id integer references balance_packages,
  package_name text,
  bonus_ppm bigint,
  -- paise; of the approved amount, set with the approval
  bonus bigint not null default 0 constraint deposits_bonus check (bonus >= 0),
  transaction_id text not null,
  -- the same, normalised (contract/deposits.ts referenceKey)
  reference_key text not null check (reference_key <> ''),
  -- millionths of a USDT that were to be sent, and paise for one USDT
  usdt_amount bigint,
  usdt_rate bigint constraint deposits_rate check (usdt_rate > 0),
  usdt_rate_is_fallback boolean not null default false,
  status text not null default 'pending' constraint deposits_status check (status in ('pending', 'approved', 'rejected')),
  admin_note text,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by integer references users,
  constraint deposits_decided check (
    (status = 'pending') = (decided_at is null)
    and (status = 'pending') = (decided_by is null)
    and (status = 'approved') = (approved_amount is not null)
    and (status <> 'rejected' or admin_note is not null)),
  constraint deposits_package check ((package_id is null) = (bonus_ppm is null) and (package_id is null) = (package_name is null)),
  constraint deposits_bonus_of_package check (bonus = 0 or (package_id is not null and status = 'approved')),
  constraint deposits_usdt check ((type = 'crypto') = (usdt_rate is not null))
);
-- one payment is credited once: a transaction ID stands on one pending or approved request
create unique index reference_taken on deposits (reference_key) where status <> 'rejected';
-- 'seen before'
create index deposits_by_reference on deposits (reference_key);
-- a user's list and history, newest first
create index deposits_by_user on deposits (user_id, created_at desc, id desc);
-- the queue and its counts by status
create index deposits_by_status on deposits (status, created_at, id);
-- how often a package was bought
create index deposits_by_package on deposits (package_id) where package_id is not null;
