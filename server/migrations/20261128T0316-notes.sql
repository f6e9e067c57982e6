-- What admins write for each other about people and records: notes, flags, and who deals with a record. Users never see any of it. Each
-- row names the person it is about, so that the page of a person finds all of them, and closing an account erases them, by one index.

create table notes (
  id         integer primary key generated always as identity,
  subject    text not null check (subject in ('user', 'deposit', 'withdrawal', 'kyc')),
  subject_id integer not null,
  user_id    integer not null references users (id),
  text       text not null check (text <> ''),
  admin_id   integer not null references users (id),
  created_at timestamptz not null
);
-- the notes about a person, newest first
create index notes_by_user on notes (user_id, id desc);

create table flags (
  subject    text not null check (subject in ('user', 'deposit', 'withdrawal', 'kyc')),
  subject_id integer not null,
  kind       text not null check (kind in ('watch', 'fraud', 'vip', 'called')),
  user_id    integer not null references users (id),
  admin_id   integer not null references users (id),
  created_at timestamptz not null,
  primary key (subject, subject_id, kind)
);
-- the flags of a row in a queue: those of its record and of its person
create index flags_by_user on flags (user_id);

create table assignments (
  subject     text not null check (subject in ('user', 'deposit', 'withdrawal', 'kyc')),
  subject_id  integer not null,
  user_id     integer not null references users (id),
  assigned_to integer not null references users (id),
  admin_id    integer not null references users (id),
  created_at  timestamptz not null,
  primary key (subject, subject_id)
);
-- erasing with the account
create index assignments_by_user on assignments (user_id);
-- a closed admin's assignments, which become free again
create index assignments_by_admin on assignments (assigned_to);
