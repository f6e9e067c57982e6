-- BittPay (docs/rules.md#bittpay): transfers between users with a one-time code, and what prevents guessing it.

-- One row per user who has ever sent money. Everything a sender does locks it first, so that transfers, codes and the freeze are
-- decided one after the other.
create table transfer_senders (
  user_id integer primary key references users,
  -- no BittPay until then, after too many wrong codes
  frozen_until timestamptz
);

create table balance_transfers (
  id integer generated always as identity primary key,
  sender_id integer not null references users,
  receiver_id integer not null references users,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  fee_rate_ppm bigint not null,
  note text check (length(note) between 1 and 500),
  -- what the sender reads until the transfer is complete
  receiver_masked text not null,
  status text not null default 'pending'
    constraint balance_transfers_status check (status in ('pending', 'completed', 'failed', 'expired')),
  -- HMAC over transfer, sender, receiver, amount, fee and code; null once the code is useless
  otp_hash bytea,
  wrong_codes integer not null default 0 constraint balance_transfers_tries check (wrong_codes between 0 and 5),
  otp_expires_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- why it failed, for an admin who is asked about it
  failure text,
  number text not null default record_number(),
  constraint balance_transfers_not_self check (sender_id <> receiver_id),
  constraint balance_transfers_ended check ((status = 'pending') = (ended_at is null)),
  constraint balance_transfers_code_dies check (status = 'pending' or otp_hash is null),
  constraint balance_transfers_failure check (
    failure is null
    or (status = 'failed' and failure in ('wrong_codes', 'recipient_inactive', 'insufficient_balance', 'over_limit')))
);
create unique index balance_transfers_by_number on balance_transfers (number);
-- a sender has one open transfer
create unique index balance_transfers_open on balance_transfers (sender_id) where status = 'pending';
-- the open transfers that have run out of time
create index balance_transfers_open_until on balance_transfers (otp_expires_at) where status = 'pending';
-- a user's history: what they sent and what they received
create index balance_transfers_by_sender on balance_transfers (sender_id, created_at desc, id desc);
create index balance_transfers_by_receiver on balance_transfers (receiver_id, ended_at desc, id desc)
  where status = 'completed';
-- daily limits (docs/rules.md#bittpay): whether a sender has paid a receiver before
create index balance_transfers_by_pair on balance_transfers (sender_id, receiver_id, ended_at) where status = 'completed';
-- GET /admin/balance-transfers: one status; with a search, the receivers of transfers that were not completed, and notes
create index balance_transfers_by_status on balance_transfers (status, id desc);
create index balance_transfers_unfinished on balance_transfers (receiver_id) where status <> 'completed';
create index balance_transfers_by_note on balance_transfers using gin (note extensions.gin_trgm_ops) where note is not null;
-- the same for a range of days
create index balance_transfers_by_day on balance_transfers (created_at, id);
-- the same for a range of amounts or a single one
create index balance_transfers_by_amount on balance_transfers (amount, id);

-- Only transfers that failed or expired are counted: the ledger's days have the completed ones, and open ones are few. So the call that
-- moves money spends nothing on counts.
create trigger balance_transfers_counted after insert on balance_transfers
  for each row when (new.status in ('failed', 'expired')) execute function list_counts_add_one();
create trigger balance_transfers_recounted after update of status on balance_transfers
  for each row when (new.status in ('failed', 'expired') and old.status <> new.status)
  execute function list_counts_add_one();

-- What all users together have sent in a business day, for their common limit (docs/rules.md#bittpay): adding up the day's transfers at
-- each confirmation would cost more with each transfer of the day.
create table transfer_days (
  -- business day in Asia/Kolkata on which the transfers were completed
  day date not null,
  -- of 64, by sender: with one row for all, every confirmation would wait for the previous one to commit
  shard smallint not null constraint transfer_days_shard check (shard between 0 and 63),
  -- fees aside
  amount bigint not null constraint transfer_days_amount check (amount > 0),
  constraint transfer_days_pkey primary key (day, shard)
) with (fillfactor = 50); -- room for in-page updates

-- A confirmation locks this row last, after both wallets, so that nobody who holds it waits for a wallet.
create function transfer_days_add() returns trigger language plpgsql as $$
begin
  insert into transfer_days (day, shard, amount)
  values ((new.ended_at at time zone 'Asia/Kolkata')::date, new.sender_id & 63, new.amount)
  on conflict (day, shard) do update set amount = transfer_days.amount + excluded.amount;
  return null;
end $$;
create trigger balance_transfers_summed after insert on balance_transfers
  for each row when (new.status = 'completed') execute function transfer_days_add();
create trigger balance_transfers_resummed after update of status on balance_transfers
  for each row when (new.status = 'completed' and old.status <> 'completed') execute function transfer_days_add();

-- Wrong codes of a sender, counted over 24 hours and over all transfers.
create table transfer_wrong_codes (
  id integer generated always as identity primary key,
  sender_id integer not null references users,
  at timestamptz not null
);
-- a sender's wrong codes since a moment
create index transfer_wrong_codes_by_sender on transfer_wrong_codes (sender_id, at);
