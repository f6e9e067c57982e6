-- Alerts for admins: what a job found in the audit log and in the figures, who has seen it, and who was mailed about it.

create table alerts (
  id         integer primary key generated always as identity,
  kind       text not null,
  -- what an event was found by, so that there is one alert for it; null for a state
  cause      text,
  subject_id integer,
  setting    text,
  amount     bigint,
  actor_id   integer references users (id) on delete set null,
  by_mail    boolean not null,
  opened_at  timestamptz not null,
  ended_at   timestamptz,
  -- the only admin who gets it, such as the one whose payouts somebody took over; null for all
  for_id     integer references users (id) on delete cascade,
  constraint alerts_once unique (kind, cause),
  constraint alerts_ended check (ended_at is null or cause is null)
);
-- a state has one open alert
create unique index alerts_open_state on alerts (kind) where cause is null and ended_at is null;
-- stored replies to polls depend on it (docs/polls.md)
create trigger alerts_noted after insert or update or delete on alerts
  for each statement execute function note_change();

create table alert_seen (
  alert_id integer not null references alerts on delete cascade,
  admin_id integer not null references users (id) on delete cascade,
  seen_at  timestamptz not null,
  constraint alert_seen_pkey primary key (alert_id, admin_id)
);
create trigger alert_seen_noted after insert or update or delete on alert_seen
  for each statement execute function note_change();

-- The newest alert of a kind that an admin was mailed about.
create table alert_mails (
  admin_id   integer not null references users (id) on delete cascade,
  kind       text not null,
  through_id integer not null,
  mailed_at  timestamptz not null,
  constraint alert_mails_pkey primary key (admin_id, kind)
);

-- How far the audit log has been read. Its lock lets one process at a time read on.
create table alert_position (
  is_only  boolean primary key default true check (is_only),
  audit_id integer not null
);
insert into alert_position (audit_id) values (0);
