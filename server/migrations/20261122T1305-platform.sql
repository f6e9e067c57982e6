-- What every room stands on: calls that are safe to repeat, rate limits, settings, the audit log.

create table idempotency_keys (
  user_id integer not null,
  key text not null,
  endpoint text not null,
  body_hash bytea not null,
  -- null while the first attempt runs
  status integer,
  reply text,
  created_at timestamptz not null,
  constraint idempotency_keys_key primary key (user_id, key)
);
-- the sweep of keys older than a day
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Counts of the last minutes (docs/decisions/0004-rate-limits.md); a crash may forget them.
create unlogged table rate_windows (
  bucket text not null,
  window_at timestamptz not null,
  hits integer not null,
  constraint rate_windows_key primary key (bucket, window_at)
);

create table settings (
  key text primary key,
  value text not null,
  updated_at timestamptz not null,
  updated_by integer references users,
  -- null: the one that ships with the program
  description text
);

create table audit_log (
  id integer generated always as identity primary key,
  at timestamptz not null,
  -- null where the program itself acted
  admin_id integer references users,
  action text not null,
  -- what it was done to: 'deposit' 12
  subject text not null,
  subject_id integer,
  address text,
  before jsonb,
  after jsonb,
  reason text,
  -- SHA-256 over the row and the hash before it
  hash bytea not null
);
-- what was done to one record, beside it
create index audit_log_by_subject on audit_log (subject, subject_id, id desc);
-- GET /audit of one admin, newest first
create index audit_log_by_admin on audit_log (admin_id, id desc);
-- GET /audit with an action or subject, newest first
create index audit_log_by_action on audit_log (subject, action, id desc) include (admin_id);
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();

-- How many rows the audit log has, by what its filters ask for. One writer at a time, so no slots.
create table audit_counts (
  subject text not null,
  action text not null,
  -- 0 where the program itself acted
  admin_id integer not null,
  n bigint not null,
  constraint audit_counts_pkey primary key (subject, action, admin_id)
) with (fillfactor = 50);
create function audit_counts_add() returns trigger language plpgsql as $$
begin
  insert into audit_counts (subject, action, admin_id, n)
  select a.subject, a.action, coalesce(a.admin_id, 0), count(*) from added a group by 1, 2, 3 order by 1, 2, 3
  on conflict (subject, action, admin_id) do update set n = audit_counts.n + excluded.n;
  return null;
end $$;
create trigger audit_log_counted after insert on audit_log
  referencing new table as added for each statement execute function audit_counts_add();

-- Development only: how far the program's clock was moved (PUT /api/dev/clock), so that a restart keeps it.
create table dev_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null
);
