-- What admins note for each other about people and records: notes, flags, and whose turn a record is. Users never see any of
-- it. Each row names the person that it is about, so that a page of a person reads all of it, and closing an account erases
-- it, by one index.

create table notes (
  id         integer primary key generated always as identity,
  subject    text not null check (subject in ('user', 'deposit', 'withdrawal', 'kyc')),
  subject_id integer not null,
  user_id    integer not null references users (id),
  text       text not null check (text <> ''),
  admin_id   integer not null references users (id),
  created_at timestamptz not null
);
-- what is noted about a person, newest first
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
-- the chips of a row in a queue: those of its record and of its person
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
-- erased with the account, and given back when an admin's account is closed
create index assignments_by_user on assignments (user_id);
create index assignments_by_admin on assignments (assigned_to);
