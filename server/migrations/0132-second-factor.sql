-- Admins' second factor (reliability.md, Controls): a secret of an authenticator app, and codes for when it is lost.

create table second_factors (
  user_id integer primary key references users on delete cascade,
  -- AES-256-GCM under the key ring
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- null until a first code has shown that the app has the secret
  active_since timestamptz,
  -- the time step of the last code that was taken, and the session it was taken in: no code works twice elsewhere
  last_step bigint not null default 0,
  last_session integer,
  -- wrong codes in a row, and when the last one came
  wrong_codes integer not null default 0,
  wrong_at timestamptz
);

create table recovery_codes (
  user_id integer not null references second_factors on delete cascade,
  -- SHA-256 of 80 random bits; the row goes with its use
  code_hash bytea not null,
  constraint recovery_codes_key primary key (user_id, code_hash)
);

-- Read with every call of a session, so that it stands on the row that is read anyway.
alter table users add column second_factor boolean not null default false;
