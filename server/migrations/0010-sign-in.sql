-- Signing in without being guessed, resets that answer before they work, and mails that are given up.

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

-- A mail that became useless, or that no server took for days. Its body is emptied then too.
alter table mails add column given_up_at timestamptz;
drop index mails_waiting;
-- the next mails to send
create index mails_waiting on mails (send_after) where sent_at is null and given_up_at is null;
