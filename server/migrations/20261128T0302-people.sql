-- Who signs in, users and admins, and all that signing in needs. Other tables refer to users; nothing about their money is here.

create table users (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  -- lower case; null once the account is closed, when the address is free again
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
  -- no withdrawal and no BittPay until then, because the password or the e-mail address was changed
  money_paused_until timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null,
  -- What a search for people looks through, in lower case: one column, so that one index serves it instead of three. Name, e-mail
  -- address and phone number are on lines of their own, so that no match runs from one into the next.
  searched text not null generated always as (
    lower(E'\n' || name || E'\n' || coalesce(email, '') || E'\n' || coalesce(phone, ''))) stored,
  -- when an admin last changed the record, which an edit sends back (docs/decisions/0121); null if nobody has
  updated_at timestamptz,
  -- chosen last; mails are written in it, including those that somebody else's act causes
  language text not null default 'en' constraint users_language check (language in ('en', 'hi')),
  -- of an admin (contract/permissions.ts); here, because this row is read with every call of a session
  roles text[] not null default '{}',
  -- Since when it is proven: a code or link that was sent there has come back. Until then anybody could have typed it, so the
  -- account cannot withdraw or use BittPay, nobody finds it, and it loses the contact to whoever proves it.
  email_verified_at timestamptz,
  -- by a code; without an SMS gateway, an approved identity record counts for the phone as well
  phone_verified_at timestamptz,
  -- since when no withdrawal and no BittPay leaves the account, until an admin lifts that; the reason is in the audit log
  frozen_at timestamptz,
  -- of an admin, for the owners' page of the team: sessions are deleted in time
  last_sign_in_at timestamptz,
  -- when its owner asked for the account to be closed; null if they have not
  closing_asked_at timestamptz,
  constraint users_open_have_contact check (
    closed_at is not null or (email is not null and phone is not null and password_hash is not null)),
  constraint users_roles_known
    check (roles <@ array['owner', 'finance', 'kyc', 'support', 'catalogue', 'viewer']),
  -- an admin has a role, a user none
  constraint users_roles_of_admins check ((role = 'admin') = (cardinality(roles) > 0)),
  constraint users_verified_contacts
    check ((email_verified_at is null or email is not null) and (phone_verified_at is null or phone is not null)),
  constraint users_frozen check (frozen_at is null or role = 'user'),
  constraint users_closing_of_users check (closing_asked_at is null or role = 'user')
)
-- vacuumed after a fiftieth of the rows has changed instead of a fifth: a list's middle and a search are slow among rows that vacuum has
-- not processed (docs/lists.md#what-vacuum-has-processed)
with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- the list of referred users of a profile
create index users_by_referrer on users (referred_by) where referred_by is not null;
-- the few of a night's batch of users for whom referral shares are due
create index users_referred on users (id) where referred_by is not null;
-- registrations by day, newest users first
create index users_by_created on users (created_at);
-- GET /users with a status, in each of its orders; even the deepest page reads nothing but these indexes
create index users_by_status on users (role, is_active, id) where closed_at is null;
create index users_by_name_order on users (name, id) include (is_active, role) where closed_at is null;
-- GET /users by the newest or oldest, with any status or none, from the index alone; the primary key does not know who is open
create index users_open on users (id) include (is_active, role) where closed_at is null;
-- GET /users?sort=balance, which reads the wallets in their order and leaves out the closed accounts
create index users_closed on users (id) where closed_at is not null;
-- GET /users?only=frozen, of whom there are few
create index users_frozen on users (id) where frozen_at is not null and closed_at is null;
-- GET /users?only=closing, the nightly job that closes these accounts, and the alert about those that wait too long
create index users_closing on users (closing_asked_at) where closing_asked_at is not null and closed_at is null;
-- GET /users?search= and every search that begins with people
create index users_by_text on users using gin (searched extensions.gin_trgm_ops);

-- One or two letters inside a word find a person too ('sh' finds Asha). Trigrams have no shorter parts, so there are two more indexes:
-- over single letters, and over all pairs of neighbouring letters (docs/lists.md#searches). Both functions are in plpgsql and declared
-- expensive, so that plans read them from the index instead of computing them row by row.
create function letters(searched text) returns text[]
  language plpgsql immutable strict parallel safe cost 1000 as $$
begin
  return string_to_array(searched, null);
end $$;
-- every search of people for one letter
create index users_by_letter on users using gin (letters(searched));

-- the pairs that begin at odd places, then those at even ones
create function letter_pairs(searched text) returns text[]
  language plpgsql immutable strict parallel safe cost 1000 as $$
begin
  return string_to_array(regexp_replace(searched, '(..)', E'\\1\t', 'g'), E'\t')
      || string_to_array(regexp_replace(substr(searched, 2), '(..)', E'\\1\t', 'g'), E'\t');
end $$;
-- every search of people for two letters
create index users_by_pairs on users using gin (letter_pairs(searched));

-- Counts of users by role and whether they are active, without closed accounts, and of registrations by business day.
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
-- stored replies to polls depend on it (docs/polls.md)
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
-- stored replies to polls depend on who is signed in, but not on the use of a session
create trigger sessions_noted_deleted after delete on sessions
  referencing old table as touched for each statement execute function note_changes_of_users();
create trigger sessions_noted_shortened after update of expires_at on sessions
  for each statement execute function note_change_of_everybody();

-- Guesses of passwords and of second factors, counted before they are checked, by where they come from: a known device or address
-- of the account, a session, or a stranger's address. If they were counted for the whole account, a stranger could keep its owner out.
create table attempts (
  -- what is guessed and from where (platform/identity/attempts.ts)
  name text primary key,
  failures integer not null,
  last_at timestamptz not null
);
-- the sweep of counts older than a day
create index attempts_by_age on attempts (last_at);

-- Addresses that a user has signed in from, which wrong guesses from elsewhere do not slow down.
create table known_addresses (
  user_id integer not null references users on delete cascade,
  -- HMAC of the network address; the address itself is not kept
  address_hash bytea not null,
  seen_at timestamptz not null,
  constraint known_addresses_key primary key (user_id, address_hash)
);

-- What POST /forgot-password writes: the same row for known and unknown addresses. A job does the rest.
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
-- how many a user asked for lately; ending those that are open
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
-- stored replies to polls depend on it (docs/polls.md)
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

-- The devices that people sign in from: the account's owner is told of a sign-in from a new one, and accounts that share one can be
-- found.
create table user_devices (
  user_id integer not null references users on delete cascade,
  -- HMAC of the random id that a browser keeps, the same for every account used there; without one, of the user agent together
  -- with the account, so that two people with the same browser share nothing
  device_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  constraint user_devices_key primary key (user_id, device_hash)
);

-- The codes that were sent within a day. The last one to a contact works; all count towards how many may be sent.
create table contact_codes (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  channel text not null constraint contact_codes_channel check (channel in ('email', 'phone')),
  code_hash bytea not null,
  wrong_codes integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
-- the codes of a contact, newest first
create index contact_codes_by_user on contact_codes (user_id, channel, created_at);

-- Registrations that were refused because the address is taken. A job mails each a link if the address is unproven.
create table email_claims (
  id integer generated always as identity primary key,
  email text not null,
  language text not null,
  requested_at timestamptz not null,
  token_hash bytea constraint email_claims_token unique,
  expires_at timestamptz,
  used_at timestamptz
);
-- how many links were mailed to an address lately
create index email_claims_by_email on email_claims (email);
