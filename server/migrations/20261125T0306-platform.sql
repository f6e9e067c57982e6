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

-- A key is claimed by a lock, and its row is written once, with the reply. This waits for an attempt with the same key that is
-- still running, then returns the stored reply; no row for a first attempt. The statement that calls it sees what was
-- there before the wait, so it is this function that reads.
create function idempotency_claim(claimant integer, claimed text) returns setof idempotency_keys language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(claimant || ' ' || claimed, 0));
  return query select * from idempotency_keys where user_id = claimant and key = claimed;
end $$;

-- Counts of the last minutes (docs/security.md#rate-limits); a crash may forget them.
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
-- replies to polls that are kept depend on it (docs/polls.md)
create trigger settings_noted after insert or update or delete on settings
  for each statement execute function note_change_of_everybody();

-- Closing an account erases what the log says about the person. A row keeps its place and its hash; its values, and the salt
-- without which they could be guessed from the hash, go. What is left is signed for by the row that records the erasing
-- (server/src/audit/erasing.ts), so a change by hand is still found.
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
  hash bytea not null,
  -- the second admin, where four eyes were asked for
  approved_by integer references users,
  salt bytea,
  erased_at timestamptz,
  constraint audit_log_erased check (erased_at is null or salt is null)
);
-- what was done to one record, beside it
create index audit_log_by_subject on audit_log (subject, subject_id, id desc);
-- GET /audit of one admin, newest first
create index audit_log_by_admin on audit_log (admin_id, id desc);
-- GET /audit with an action or subject, newest first
create index audit_log_by_action on audit_log (subject, action, id desc) include (admin_id);
create function audit_log_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('bittkosh.erasing', true) = 'on' and new.erased_at is not null
     and (new.id, new.at, new.admin_id, new.action, new.subject, new.subject_id, new.hash, new.approved_by)
         is not distinct from
         (old.id, old.at, old.admin_id, old.action, old.subject, old.subject_id, old.hash, old.approved_by)
  then
    return new;
  end if;
  raise exception 'rows of % are append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

create trigger audit_log_append_only before delete or update on audit_log for each row execute function audit_log_keep();
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

-- What alerts read of the operator's commands: checks of the invariants, and when a backup was tried last.
create table invariant_checks (
  id          integer primary key generated always as identity,
  -- the newest check that was recorded when this one began: a clean one ends what those through it found
  begun_after integer not null,
  checked_at  timestamptz not null,
  -- names of invariants, never of rows
  broken      text[] not null,
  findings    integer not null,
  -- every invariant could be checked
  is_whole    boolean not null,
  constraint invariant_checks_findings check ((findings > 0) = (cardinality(broken) > 0) and findings >= 0)
);

-- The newest backup that was restored on trial and held. No row until there is one.
create table tried_backup (
  is_only boolean primary key default true check (is_only),
  made_at timestamptz not null
);
