-- Withdrawals that are paid together by a bulk file of the bank. A batch has the withdrawals, their amounts and what became of each; names
-- and account numbers are only on the withdrawals.

create table payout_batches (
  id integer not null generated always as identity,
  -- how many withdrawals it began with, and their sum in paise
  size integer not null,
  amount bigint not null,
  made_by integer not null,
  made_at timestamptz not null,
  constraint payout_batches_pkey primary key (id),
  constraint payout_batches_size check (size > 0),
  constraint payout_batches_amount check (amount > 0),
  constraint payout_batches_made_by_fkey foreign key (made_by) references users (id)
);
-- the list of batches
create index payout_batches_by_moment on payout_batches (made_at, id);

create table batched_payouts (
  batch_id integer not null,
  withdrawal_id integer not null,
  -- what the payee receives, in paise
  amount bigint not null,
  -- what the withdrawal itself does not show: the bank has not settled it (waiting, unknown), has refused it, or it was taken out
  outcome text not null default 'waiting',
  outcome_at timestamptz,
  constraint batched_payouts_pkey primary key (batch_id, withdrawal_id),
  constraint batched_payouts_amount check (amount > 0),
  constraint batched_payouts_outcome check (outcome in ('waiting', 'unknown', 'refused', 'taken_out')),
  constraint batched_payouts_outcome_at check ((outcome = 'waiting') = (outcome_at is null)),
  constraint batched_payouts_batch_id_fkey foreign key (batch_id) references payout_batches (id),
  constraint batched_payouts_withdrawal_id_fkey foreign key (withdrawal_id) references withdrawals (id)
);
-- one payment of a withdrawal is under way at a time
create unique index withdrawal_in_batch on batched_payouts (withdrawal_id) where outcome in ('waiting', 'unknown');
-- the batches of a withdrawal, shown beside its record
create index batched_payouts_by_withdrawal on batched_payouts (withdrawal_id, batch_id);

-- Which column of a bank's result file means what, as an admin has chosen: the next file with the same headings is read the same way.
create table result_formats (
  headings_hash bytea not null,
  columns jsonb not null,
  saved_at timestamptz not null,
  constraint result_formats_pkey primary key (headings_hash)
);
