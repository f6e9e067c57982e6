-- An e-mail address or a phone number is proven when a code or link that was sent to it has come back. Until then
-- anybody could have typed it: the account cannot withdraw or use BittPay, is found by nobody, and gives the contact up
-- to whoever proves it.

alter table users
  add column email_verified_at timestamptz,
  -- By a code. Where there is no SMS gateway, an approved identity record counts for the phone as well.
  add column phone_verified_at timestamptz,
  add constraint users_verified_contacts
    check ((email_verified_at is null or email is not null) and (phone_verified_at is null or phone is not null));

-- Accounts from before were used with these contacts for as long as they exist, and there is no one to ask: they count
-- as proven.
update users set email_verified_at = created_at, phone_verified_at = created_at where closed_at is null;

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
