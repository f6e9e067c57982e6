-- The usual reason that an admin chose for a rejection is kept as its code (contract/words/reasons.ts), so that the user reads
-- it in their own language. It suffices without a note; old records keep theirs.
alter table deposits
  add column rejection_preset text,
  add constraint deposits_preset check (rejection_preset is null or status = 'rejected'),
  drop constraint deposits_decided,
  add constraint deposits_decided check (
    (status = 'pending') = (decided_at is null) and (status = 'pending') = (decided_by is null)
    and (status = 'approved') = (approved_amount is not null)
    and (status <> 'rejected' or admin_note is not null or rejection_preset is not null));

alter table withdrawals
  add column rejection_preset text,
  add constraint withdrawals_preset check (rejection_preset is null or status = 'rejected'),
  drop constraint withdrawals_decided,
  add constraint withdrawals_decided check (
    (status = 'pending') = (decided_at is null)
    and (status in ('approved', 'rejected')) = (decided_by is not null)
    and (status = 'approved') = (transaction_id is not null)
    and (status <> 'rejected' or admin_note is not null or rejection_preset is not null));

alter table kyc_records
  add column rejection_preset text,
  drop constraint kyc_records_decided,
  add constraint kyc_records_decided check (
    (status = 'pending') = (decided_at is null) and (decided_at is null) = (decided_by is null)
    and (status = 'rejected') = (rejection_reason is not null or rejection_preset is not null));

-- An adjustment without a reason has none, instead of an English sentence that says so.
alter table balance_adjustments alter column reason drop not null;
