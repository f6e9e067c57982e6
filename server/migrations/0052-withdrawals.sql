-- Withdrawals: the amount lies in 'held' from the request until it is paid, rejected or cancelled. Fee and rate are
-- those of the request; no later setting moves them.

create table withdrawals (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  -- paise; so are fee and usdt_rate
  amount bigint not null check (amount > 0),
  fee bigint not null,
  -- millionths
  fee_rate bigint not null check (fee_rate >= 0),
  type text not null constraint withdrawals_type check (type in ('upi', 'bank', 'crypto')),
  -- contract/withdrawals.ts WithdrawalPayee; emptied when the account is closed
  details jsonb not null,
  -- the payee as one text, to find the same one on other requests: 'upi ravi@okhdfc'
  payee text not null,
  -- rupees (paise) for one USDT
  usdt_rate bigint check (usdt_rate > 0),
  usdt_rate_is_fallback boolean not null default false,
  status text not null default 'pending'
    constraint withdrawals_status check (status in ('pending', 'approved', 'rejected', 'cancelled')),
  transaction_id text,
  admin_note text,
  created_at timestamptz not null,
  decided_at timestamptz,
  -- the admin; null where the user cancelled
  decided_by integer references users,
  constraint withdrawals_fee check (fee between 0 and amount),
  constraint withdrawals_rate check ((type = 'crypto') = (usdt_rate is not null)),
  constraint withdrawals_decided check (
    (status = 'pending') = (decided_at is null)
    and (status in ('approved', 'rejected')) = (decided_by is not null)
    and (status = 'approved') = (transaction_id is not null)
    and (status <> 'rejected' or admin_note is not null))
);
-- a user's list and history, newest first
create index withdrawals_by_user on withdrawals (user_id, created_at desc, id desc);
-- the queue and its counts by status
create index withdrawals_by_status on withdrawals (status, created_at, id);
-- 'used elsewhere' and 'paid before'
create index withdrawals_by_payee on withdrawals (payee);
