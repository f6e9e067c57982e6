-- What the whole program relies on: calls that are safe to repeat, rate limits, settings, the audit log, the date, checks and backups.

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

-- A key is claimed by a lock, and its row is written once, with the reply. This function waits for a running attempt with the same key,
-- then returns the stored reply, or no row for a first attempt. It reads the row itself, because the statement that calls it sees what
-- was there before the wait.
create function idempotency_claim(claimant integer, claimed text) returns setof idempotency_keys language plpgsql
-- A connection that plans this while there are few keys would read all of them until the planner knows better: in the bench of money
-- calls, 1.6 million rows for a thousand purchases.
set enable_seqscan = off
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(claimant || ' ' || claimed, 0));
  return query select * from idempotency_keys where user_id = claimant and key = claimed;
end $$;

-- Counts of the last minutes (docs/security.md#rate-limits), which a crash may delete.
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
  -- null for the one that ships with the program
  description text
);
-- stored replies to polls depend on it (docs/polls.md)
create trigger settings_noted after insert or update or delete on settings
  for each statement execute function note_change_of_everybody();

-- Closing an account erases what the log says about the person. A row keeps its place and its hash, and loses its values and the salt,
-- without which they cannot be guessed from the hash. The row that records the erasure has a digest of what is left
-- (server/src/audit/erasing.ts), so that a change by hand is still found.
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
  -- SHA-256 over the row and the previous hash
  hash bytea not null,
  -- the second admin, if one was required
  approved_by integer references users,
  salt bytea,
  erased_at timestamptz,
  constraint audit_log_erased check (erased_at is null or salt is null)
);
-- what was done to one record, shown beside it
create index audit_log_by_subject on audit_log (subject, subject_id, id desc);
-- GET /audit of one admin, newest first
create index audit_log_by_admin on audit_log (admin_id, id desc);
-- GET /audit with an action or subject, newest first
create index audit_log_by_action on audit_log (subject, action, id desc) include (admin_id);
-- GET /audit of a range of days, and its count
create index audit_log_by_day on audit_log (at);

-- Rows only lose their personal values, when an account is closed.
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

-- How many rows the audit log has, by the columns of its filters. There is one writer at a time, so counts need no slots.
create table audit_counts (
  subject text not null,
  action text not null,
  -- 0 where the program itself acted
  admin_id integer not null,
  n bigint not null,
  constraint audit_counts_pkey primary key (subject, action, admin_id)
) with (fillfactor = 50);

-- How many rows come before an id, for every thousandth id, so that a page in the middle of the log reads no more than a thousand index
-- entries (docs/lists.md#pages). The number never changes: rows stay, and their ids grow in the order of their commits, as each waits
-- for the previous one.
create table audit_marks (
  -- of the ids from 1000 * block on; a block without rows has no mark
  block integer not null,
  -- rows with smaller ids
  before bigint not null,
  constraint audit_marks_pkey primary key (block),
  constraint audit_marks_before unique (before)
);

create function audit_counts_add() returns trigger language plpgsql as $$
begin
  insert into audit_counts (subject, action, admin_id, n)
  select a.subject, a.action, coalesce(a.admin_id, 0), count(*) from added a group by 1, 2, 3 order by 1, 2, 3
  on conflict (subject, action, admin_id) do update set n = audit_counts.n + excluded.n;
  insert into audit_marks (block, before)
  select b.block, (select sum(n) from audit_counts) - (select count(*) from added a where a.id >= 1000 * b.block)
    from (select distinct id / 1000 as block from added) as b
   where not exists (select from audit_marks m where m.block = b.block);
  return null;
end $$;
create trigger audit_log_counted after insert on audit_log
  referencing new table as added for each statement execute function audit_counts_add();

-- The newest row of the log at some moments, its hash under a key that is not in the database (docs/security.md).
create table audit_seals (
  -- the id of that row
  through integer not null,
  sealed_at timestamptz not null,
  hash bytea not null,
  -- the hash under the newest secret, which is all that `npm run rotate-keys` changes
  sealed_hash bytea not null,
  constraint audit_seals_pkey primary key (through)
);
create trigger audit_seals_append_only before delete or update of through, sealed_at, hash on audit_seals
  for each row execute function refuse_change();
create trigger audit_seals_no_truncate before truncate on audit_seals for each statement execute function refuse_change();

-- The date that was seen last. No interest is posted by a clock that jumps ahead by more than a week until an admin has confirmed it
-- (docs/decisions/0350-a-date-that-jumps-is-confirmed.md). So each process compares its clock every ten seconds; the first look of a
-- process writes the row.
create table trusted_date (
  only_row boolean not null default true,
  trusted_at timestamptz not null,
  -- the moment of a machine that is too far ahead; null if none is in doubt
  doubted_at timestamptz,
  -- when such a machine last reported it, by the database's clock: a process that is gone for good leaves no doubt behind
  doubted_seen_at timestamptz,
  constraint trusted_date_pkey primary key (only_row),
  constraint trusted_date_only_row_check check (only_row)
);

-- Development only: how far the program's clock was moved (PUT /api/dev/clock), so that it stays so after a restart.
create table dev_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null
);

-- What alerts read about the operator's commands: checks of the invariants, and the last backup that was tried.
create table invariant_checks (
  id          integer primary key generated always as identity,
  -- the newest check that was recorded when this one began: a clean check settles what those up to it found
  begun_after integer not null,
  checked_at  timestamptz not null,
  -- names of invariants, never of rows
  broken      text[] not null,
  findings    integer not null,
  -- whether every invariant could be checked
  is_whole    boolean not null,
  constraint invariant_checks_findings check ((findings > 0) = (cardinality(broken) > 0) and findings >= 0)
);

-- The newest backup that a trial restore has proven good. No row until there is one.
create table tried_backup (
  is_only boolean primary key default true check (is_only),
  made_at timestamptz not null
);
