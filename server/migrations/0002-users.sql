-- Who signs in: users and admins, their sessions and their password resets.

create table users (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  -- lower-case; null once the account is closed and its address free again
  email text constraint email_taken unique,
  -- E.164: '+919876543210'
  phone text constraint phone_taken unique,
  password_hash text,
  role text not null default 'user' constraint users_role check (role in ('user', 'admin')),
  is_active boolean not null default true,
  referral_code text not null constraint referral_code_taken unique,
  referred_by integer references users constraint users_refers_older check (referred_by < id),
  -- an admin set the password: it must be changed at the next sign-in
  must_change_password boolean not null default false,
  -- the welcome popup is owed until the first dashboard visit
  welcome_seen_at timestamptz,
  password_reset_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null,
  constraint users_open_have_contact check (
    closed_at is not null or (email is not null and phone is not null and password_hash is not null))
);
-- the list of referred users of a profile
create index users_by_referrer on users (referred_by) where referred_by is not null;
-- registrations by day, newest users first
create index users_by_created on users (created_at);

alter table ledger_accounts add constraint ledger_accounts_user foreign key (user_id) references users;

create table sessions (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- SHA-256 of the token; the token itself is never stored
  token_hash bytea not null constraint sessions_token unique,
  device text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- the last moment it can live, however much it is used
  expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);

create table password_resets (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  token_hash bytea not null constraint password_resets_token unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_by_user on password_resets (user_id);
