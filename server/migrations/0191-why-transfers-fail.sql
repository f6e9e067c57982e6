-- An admin who is asked why a transfer failed could only guess: what ended it stands with it from now on. Transfers that
-- failed before have none.

alter table balance_transfers
  add column failure text,
  add constraint balance_transfers_failure check (
    failure is null
    or (status = 'failed' and failure in ('wrong_codes', 'recipient_inactive', 'insufficient_balance', 'over_limit')));
