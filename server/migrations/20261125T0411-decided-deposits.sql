-- The report on decisions reads a month of them that is not kept yet, at least the current one.
-- Programs since 20261125T0321-reconciliation go on.
create index concurrently deposits_by_decided on deposits (decided_at) where decided_by is not null;
