-- GET /users by the newest or oldest, without a status or with any, is read from an index alone, which knows who is open: the primary key
-- looked at each row up to the page.
-- Programs since 20261125T0321-reconciliation go on.
create index concurrently users_open on users (id) include (is_active, role) where closed_at is null;
