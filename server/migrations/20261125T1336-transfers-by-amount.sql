-- Transfers are listed by amounts, and found by one.
-- Programs since 20261125T0740-shares-of-a-night go on.
create index concurrently balance_transfers_by_amount on balance_transfers (amount, id);
