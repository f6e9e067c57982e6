-- Payments that the bank's result of a payout batch reported and that were not recorded: another admin pays the withdrawal, its amount
-- differs, it was given back. Until somebody has marked it as paid or dismissed the report, it is not given back to the wallet.
-- Programs since 20261128T0440-referral-codes go on.

create table reported_payments (
  id integer not null generated always as identity,
  withdrawal_id integer not null,
  -- whose result reported it
  batch_id integer not null,
  -- the bank's reference as written, and in the form in which references are compared; both empty if the bank gave none
  utr text not null,
  reference_key text not null,
  reported_by integer not null,
  reported_at timestamptz not null,
  -- the admin who has found out that the bank did not pay, or has its money back
  dismissed_by integer,
  dismissed_at timestamptz,
  dismissal_reason text,
  constraint reported_payments_pkey primary key (id),
  constraint reported_payments_reference check ((utr = '') = (reference_key = '')),
  constraint reported_payments_dismissed check (
    (dismissed_at is null) = (dismissed_by is null) and (dismissed_at is null) = (dismissal_reason is null)),
  constraint reported_payments_withdrawal_id_fkey foreign key (withdrawal_id) references withdrawals (id),
  constraint reported_payments_batch_id_fkey foreign key (batch_id) references payout_batches (id),
  constraint reported_payments_reported_by_fkey foreign key (reported_by) references users (id),
  constraint reported_payments_dismissed_by_fkey foreign key (dismissed_by) references users (id)
);
-- a payment is reported once; the reports about a withdrawal, beside its record
create unique index reported_payments_by_withdrawal on reported_payments (withdrawal_id, reference_key);
