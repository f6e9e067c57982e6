-- GET /users?sort=balance goes through the wallets in their order and leaves out the closed accounts.
-- Programs since 20261125T0321-reconciliation go on.
create index concurrently users_closed on users (id) where closed_at is not null;
