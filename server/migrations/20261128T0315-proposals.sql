-- Four eyes: a dangerous act of one admin is stored as a proposal and done once another admin approves it. The log names both.

create table proposals (
  id integer generated always as identity primary key,
  status text not null default 'open'
    constraint proposals_status check (status in ('open', 'approved', 'declined', 'withdrawn', 'stale')),
  -- the name of the call
  call text not null,
  -- of these, the call requires one
  permissions text[] not null,
  -- parameters and body of the call as they came, sealed by the key ring, as there may be a password in them; null once closed
  sealed_input bytea,
  -- what the call will record in the audit log, which shows what it is about and whether anything has changed meanwhile
  acts jsonb not null,
  -- of the first of these; the id is null for something that does not exist yet
  action text not null,
  subject text not null,
  subject_id integer,
  -- whose record it is, and how much money moves
  user_id integer,
  amount bigint,
  made_by integer not null references users,
  made_at timestamptz not null,
  decided_by integer references users,
  decided_at timestamptz,
  -- of a decline, as it was typed
  reason text,
  -- how one that became stale was refused: {code, params}
  refused jsonb,
  constraint proposals_input check ((status = 'open') = (sealed_input is not null)),
  constraint proposals_decided check ((status = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  constraint proposals_declined check ((status = 'declined') = (reason is not null)),
  constraint proposals_stale check ((status = 'stale') = (refused is not null)),
  constraint proposals_by_another check (status not in ('approved', 'declined', 'stale') or decided_by <> made_by),
  constraint proposals_by_maker check (status <> 'withdrawn' or decided_by = made_by)
);
-- one open proposal at a time for each record
create unique index proposals_open on proposals (subject, subject_id) where status = 'open' and subject_id is not null;
-- the tabs of the list
create index proposals_by_status on proposals (status, id desc);
