-- Who signs in: users and admins, and everything by which they do it. Rooms refer to users; nothing of a user's money
-- stands here.

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
  -- until then no withdrawal and no BittPay, because the password or the e-mail address was changed
  money_paused_until timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null,
  -- What a search of people looks at, in lower case: one index instead of three, and one or two letters find the
  -- beginnings of words by it. A line each, so that no search runs from one into the next.
  searched text not null generated always as (
    lower(E'\n' || name || E'\n' || coalesce(email, '') || E'\n' || coalesce(phone, ''))) stored,
  -- when an admin last changed the record, which an edit sends back (docs/decisions/0121); null: nobody has
  updated_at timestamptz,
  -- the one chosen last: mails are written in it, also those that someone else causes
  language text not null default 'en' constraint users_language check (language in ('en', 'hi')),
  -- has an active second factor: read with every call of a session, so it stands on the row that is read anyway
  second_factor boolean not null default false,
  constraint users_open_have_contact check (
    closed_at is not null or (email is not null and phone is not null and password_hash is not null))
);
-- the list of referred users of a profile
create index users_by_referrer on users (referred_by) where referred_by is not null;
-- whom a night's batch owes referral shares for: the few of its range who were referred
create index users_referred on users (id) where referred_by is not null;
-- registrations by day, newest users first
create index users_by_created on users (created_at);
-- GET /users with a status, in each of its orders; the deepest page reads entries of these alone
create index users_by_status on users (role, is_active, id) where closed_at is null;
create index users_by_name_order on users (name, id) include (is_active, role) where closed_at is null;
-- GET /users?search= and every search that begins with people
create index users_by_text on users using gin (searched extensions.gin_trgm_ops);

-- Counts of users by role and whether they are active, closed accounts left out; and who registered, by business day.
create function list_counts_add_users() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, part, slot, n)
  select c.list, c.part, pg_backend_pid() % 64, count(*)
    from (select 'users' as list, a.role || case when a.is_active then ' active' else ' inactive' end as part
            from added a where a.closed_at is null
          union all
          select 'registrations', ((a.created_at at time zone 'Asia/Kolkata')::date)::text
            from added a where a.role = 'user') as c
   group by c.list, c.part order by c.list, c.part
  on conflict (list, part, slot) do update set n = list_counts.n + excluded.n;
  return null;
end $$;

create function list_counts_move_users() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, part, slot, n)
  select c.list, c.part, pg_backend_pid() % 64, sum(c.change)
    from (select 'users' as list, old.role || case when old.is_active then ' active' else ' inactive' end as part, -1 as change
           where old.closed_at is null
          union all
          select 'users', new.role || case when new.is_active then ' active' else ' inactive' end, 1
           where tg_op = 'UPDATE' and new.closed_at is null
          union all
          select 'registrations', ((old.created_at at time zone 'Asia/Kolkata')::date)::text, -1
           where tg_op = 'DELETE' and old.role = 'user') as c
   group by c.list, c.part order by c.list, c.part
  on conflict (list, part, slot) do update set n = list_counts.n + excluded.n;
  return null;
end $$;

create trigger users_counted after insert on users
  referencing new table as added for each statement execute function list_counts_add_users();
create trigger users_recounted after update of is_active, closed_at, role on users
  for each row when (old.is_active <> new.is_active or old.role <> new.role
                     or old.closed_at is distinct from new.closed_at)
  execute function list_counts_move_users();
create trigger users_uncounted after delete on users
  for each row execute function list_counts_move_users();

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
-- a user's sessions: their list, and ending all the others
create index sessions_by_user on sessions (user_id);

-- Attempts to sign in (or to confirm a password) that have not succeeded, counted before they are checked.
create table login_failures (
  -- 'user 12', 'user 12 at <address hash>', 'user 12 confirms', or 'unknown <hash>' of a login nobody has
  account text primary key,
  failures integer not null,
  last_at timestamptz not null
);
-- the sweep of counts older than a day
create index login_failures_by_age on login_failures (last_at);

-- Addresses that a user has signed in from: a stranger's wrong guesses elsewhere do not slow these down.
create table known_addresses (
  user_id integer not null references users on delete cascade,
  -- HMAC of the network address; the address itself is not kept
  address_hash bytea not null,
  seen_at timestamptz not null,
  constraint known_addresses_key primary key (user_id, address_hash)
);

-- What POST /forgot-password writes, the same row for known and unknown addresses; a job does the rest.
create table reset_requests (
  id integer generated always as identity primary key,
  email text not null,
  requested_at timestamptz not null
);

create table password_resets (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  token_hash bytea not null constraint password_resets_token unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
-- how many a user asked for lately, and ending those that are open
create index password_resets_by_user on password_resets (user_id);

-- Admins' second factor: a secret of an authenticator app, and codes for when it is lost (docs/decisions/0133).
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
