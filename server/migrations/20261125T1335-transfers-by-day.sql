-- Transfers are listed by days.
-- Programs since 20261125T0740-shares-of-a-night go on.
create index concurrently balance_transfers_by_day on balance_transfers (created_at, id);
