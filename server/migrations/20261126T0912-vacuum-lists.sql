-- A list's middle is read from an index alone only where vacuum has seen the rows, and a search reads all that its index has put off since
-- the last vacuum. By default that comes after a fifth of the table has changed, and those are the newest rows.
-- Programs since 20261125T0321-reconciliation go on.
alter table users set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table wallet_ranks set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table deposits set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table withdrawals set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
