-- Where an owner's money was stopped after an admin had begun to pay, the money may have left the bank already: whoever
-- held the claim says so, and the withdrawal is marked as paid all the same.

alter table withdrawals
  add column paid_before_stop boolean not null default false,
  add constraint withdrawals_paid_before_stop check (not paid_before_stop or transaction_id is not null);
