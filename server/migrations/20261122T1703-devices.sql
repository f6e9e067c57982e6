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
