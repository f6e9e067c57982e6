-- The newest row of the audit log, now and then, under a key that is not in the database.
-- Programs since 20261126T2321-users-by-letter go on.
create table audit_seals (
  through integer not null,
  sealed_at timestamptz not null,
  hash bytea not null,
  sealed_hash bytea not null,
  constraint audit_seals_pkey primary key (through)
);
create trigger audit_seals_append_only before delete or update of through, sealed_at, hash on audit_seals
  for each row execute function refuse_change();
create trigger audit_seals_no_truncate before truncate on audit_seals for each statement execute function refuse_change();
