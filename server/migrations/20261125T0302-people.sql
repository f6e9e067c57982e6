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
  -- An admin's (contract/permissions.ts). They stand here because this row is read with every call of a session.
  roles text[] not null default '{}',
  -- Proven: a code or link that was sent there has come back. Until then anybody could have typed it, so the account cannot
  -- withdraw or use BittPay, is found by nobody, and gives the contact up to whoever proves it.
  email_verified_at timestamptz,
  -- By a code. Where there is no SMS gateway, an approved identity record counts for the phone as well.
  phone_verified_at timestamptz,
  -- since when no withdrawal and no BittPay leaves this account, until an admin lifts it; why stands in the audit log
  frozen_at timestamptz,
  -- of an admin: the owners' page of the team says it, and sessions are swept
  last_sign_in_at timestamptz,
  constraint users_open_have_contact check (
    closed_at is not null or (email is not null and phone is not null and password_hash is not null)),
  constraint users_roles_known
    check (roles <@ array['owner', 'finance', 'kyc', 'support', 'catalogue', 'viewer']),
  -- an admin has a role, a user none
  constraint users_roles_of_admins check ((role = 'admin') = (cardinality(roles) > 0)),
  constraint users_verified_contacts
    check ((email_verified_at is null or email is not null) and (phone_verified_at is null or phone is not null)),
  constraint users_frozen check (frozen_at is null or role = 'user')
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
-- the frozen ones, of whom there are few
create index users_frozen on users (id) where frozen_at is not null and closed_at is null;

-- Two letters inside of a word find a person too ('sh' finds Asha): trigrams have no shorter parts, so an index over all
-- pairs of neighbouring letters stands beside them (docs/lists.md).
-- The pairs that begin at odd places, then those at even ones. In plpgsql so that no plan takes it for its cheap parts: it
-- shall be read from the index, not worked out row by row.
create function letter_pairs(searched text) returns text[]
  language plpgsql immutable strict parallel safe cost 1000 as $$
begin
  return string_to_array(regexp_replace(searched, '(..)', E'\\1\t', 'g'), E'\t')
      || string_to_array(regexp_replace(substr(searched, 2), '(..)', E'\\1\t', 'g'), E'\t');
end $$;

-- every search of people for two letters
create index users_by_pairs on users using gin (letter_pairs(searched));

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
-- replies to polls that are kept depend on it (docs/polls.md)
create trigger users_noted_updated after update on users
  referencing new table as touched for each statement execute function note_changes_of_people();

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
-- replies to polls that are kept depend on who is signed in; a session that is only used does not change
create trigger sessions_noted_deleted after delete on sessions
  referencing old table as touched for each statement execute function note_changes_of_users();
create trigger sessions_noted_shortened after update of expires_at on sessions
  for each statement execute function note_change_of_everybody();

-- Guesses of passwords and of second factors, counted before they are checked, under the place they come from: a known
-- device or address of the account, a session, or a stranger's address. Counted for the whole account, a stranger's would
-- keep its owner out.
create table attempts (
  -- what is guessed and from where (platform/identity/attempts.ts)
  name text primary key,
  failures integer not null,
  last_at timestamptz not null
);
-- the sweep of counts older than a day
create index attempts_by_age on attempts (last_at);

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
  last_session integer
);
-- replies to polls that are kept depend on it (docs/polls.md)
create trigger second_factors_noted_inserted after insert on second_factors
  referencing new table as touched for each statement execute function note_changes_of_users();
create trigger second_factors_noted_updated after update on second_factors
  referencing new table as touched for each statement execute function note_changes_of_users();
create trigger second_factors_noted_deleted after delete on second_factors
  referencing old table as touched for each statement execute function note_changes_of_users();

create table recovery_codes (
  user_id integer not null references second_factors on delete cascade,
  -- SHA-256 of 80 random bits; the row goes with its use
  code_hash bytea not null,
  constraint recovery_codes_key primary key (user_id, code_hash)
);

-- The devices that people sign in from: a sign-in from another one is told to the account's owner, and accounts that share
-- one can be found.

create table user_devices (
  user_id integer not null references users on delete cascade,
  -- HMAC of the random id that a browser keeps, alike for every account of that browser; where it sends none, of its user
  -- agent together with the account, so that two people with the same browser share nothing
  device_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  constraint user_devices_key primary key (user_id, device_hash)
);

-- The codes that were sent within a day: the last one of a contact works, all count against how many may be sent.
create table contact_codes (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  channel text not null constraint contact_codes_channel check (channel in ('email', 'phone')),
  code_hash bytea not null,
  wrong_codes integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index contact_codes_by_user on contact_codes (user_id, channel, created_at);

-- Registrations that were refused because the address is taken. A job gives each whose address is unproven a link.
create table email_claims (
  id integer generated always as identity primary key,
  email text not null,
  language text not null,
  requested_at timestamptz not null,
  token_hash bytea constraint email_claims_token unique,
  expires_at timestamptz,
  used_at timestamptz
);
create index email_claims_by_email on email_claims (email);
