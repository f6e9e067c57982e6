-- The audit log is read and counted by days.
-- Programs since 20261125T0321-reconciliation go on.
create index concurrently audit_log_by_day on audit_log (at);
