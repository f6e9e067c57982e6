-- BittPay (rules.md §3): transfers between users with a one-time code, and what stops guessing it.

-- One row per user who ever sent. Locked first by everything a sender does, so that transfers, codes and the
-- freeze are decided one after the other.
create table transfer_senders (
  user_id integer primary key references users,
  -- BittPay rests until then after too many wrong codes
  frozen_until timestamptz
);

create table balance_transfers (
  id integer generated always as identity primary key,
  sender_id integer not null references users,
  receiver_id integer not null references users,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  fee_rate_ppm bigint not null,
  note text check (length(note) between 1 and 500),
  -- what the sender reads until the transfer is complete
  receiver_masked text not null,
  status text not null default 'pending'
    constraint balance_transfers_status check (status in ('pending', 'completed', 'failed', 'expired')),
  -- HMAC over transfer, sender, receiver, amount, fee and code; gone once the code is of no use
  otp_hash bytea,
  wrong_codes integer not null default 0 constraint balance_transfers_tries check (wrong_codes between 0 and 5),
  otp_expires_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint balance_transfers_not_self check (sender_id <> receiver_id),
  constraint balance_transfers_ended check ((status = 'pending') = (ended_at is null)),
  constraint balance_transfers_code_dies check (status = 'pending' or otp_hash is null)
);
-- a sender has one open transfer
create unique index balance_transfers_open on balance_transfers (sender_id) where status = 'pending';
-- a user's history: what they sent, and what reached them
create index balance_transfers_by_sender on balance_transfers (sender_id, created_at desc, id desc);
create index balance_transfers_by_receiver on balance_transfers (receiver_id, ended_at desc, id desc)
  where status = 'completed';
-- the admin's list of one status
create index balance_transfers_by_status on balance_transfers (status, id desc);

-- Wrong codes of a sender, counted over 24 hours and over all transfers.
create table transfer_wrong_codes (
  id integer generated always as identity primary key,
  sender_id integer not null references users,
  at timestamptz not null
);
create index transfer_wrong_codes_by_sender on transfer_wrong_codes (sender_id, at);

-- Short messages leave through an outbox like mail, where a gateway is set (SMS_URL).
create table texts (
  id integer generated always as identity primary key,
  -- E.164
  recipient text not null,
  -- emptied when sent or useless: a code must not outlive its message
  body text not null,
  created_at timestamptz not null,
  send_after timestamptz not null,
  useless_after timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz
);
-- the next messages to send
create index texts_waiting on texts (send_after) where sent_at is null;
