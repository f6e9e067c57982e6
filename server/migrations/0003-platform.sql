-- What every room stands on: idempotency, mail, rate limits, settings, the audit log.

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

create table mails (
  id integer generated always as identity primary key,
  recipient text not null,
  subject text not null,
  -- emptied when sent: a code or link must not outlive its mail
  body text not null,
  created_at timestamptz not null,
  send_after timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  -- a code that has expired is not worth sending any more
  useless_after timestamptz
);
-- the next mails to send
create index mails_waiting on mails (send_after) where sent_at is null;

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
  updated_by integer references users
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
create index audit_log_by_subject on audit_log (subject, subject_id, id desc);
create index audit_log_by_admin on audit_log (admin_id, id desc);
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();

-- Development only: how far the program's clock was moved (PUT /api/dev/clock), so that a restart keeps it.
create table dev_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null
);
