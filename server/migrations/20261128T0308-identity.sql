-- Identity documents, and the pictures that people and admins upload. Of an Aadhaar number the last four digits and a keyed hash are
-- kept, never the number itself; a PAN is kept sealed.

-- Keys that must outlive a change of APP_SECRET (the one that ID numbers are hashed with), sealed by the key ring.
create table kept_keys (
  purpose text primary key,
  sealed bytea not null
);

-- The bytes are encrypted in DATA_DIR/uploads or an S3-compatible store, each file with a key of its own, which is here, sealed by the
-- key ring of APP_SECRET.
create table files (
  -- 128 random bits; also the name in the store
  id text primary key constraint files_id check (length(id) = 22),
  owner_id integer not null references users,
  -- of the ciphertext
  bytes integer not null check (bytes > 0),
  sealed_key bytea not null,
  -- writing: the row comes first, so that no ciphertext is ever without one; stored: complete, and not used yet;
  -- kept: a record uses it; doomed: its ciphertext is being deleted, and then the row
  state text not null constraint files_state check (state in ('writing', 'stored', 'kept', 'doomed')),
  created_at timestamptz not null,
  -- What it belongs to, which decides who may see it. The QR code of a deposit method ('payee') is a picture of our own store, so
  -- that nobody elsewhere can change whom users pay (docs/decisions/0340-qr-codes-of-our-store.md).
  purpose text not null default 'identity' check (purpose in ('identity', 'conversation', 'payee'))
);
-- what one user has stored, for their quota and for erasing it
create index files_by_owner on files (owner_id);
-- the job that deletes what nothing uses
create index files_unused on files (created_at) where state <> 'kept';

-- A record stays at its position for good: a resubmission replaces the rejected one. The records of a closed account are locked and
-- kept until a day, on which a job erases them.
create table kyc_records (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  -- the index in govt_ids
  position integer not null check (position >= 0),
  type text not null constraint kyc_records_type check (type in ('aadhar', 'pan')),
  -- as it is shown: 'XXXX XXXX 1234', 'ABCDE****F'
  masked_number text not null,
  -- HMAC under the kept key 'id numbers': finds the same number again without revealing it
  number_hash bytea not null,
  sealed_number bytea,
  flags text[] not null,
  -- front first; rows of files in state kept
  pictures text[] not null check (cardinality(pictures) between 1 and 2),
  status text not null default 'pending' constraint kyc_records_status check (status in ('pending', 'approved', 'rejected')),
  rejection_reason text,
  -- how many submissions of this user had been rejected before it
  rejected_before integer not null default 0,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by integer references users,
  -- the usual reason that the admin chose (contract/words/reasons.ts), read in the user's own language
  rejection_preset text,
  -- when an approval was revoked; kept by the submission that replaces it, so that money waits for a new approval
  revoked_at timestamptz,
  locked_until date,
  lock_reason text,
  -- which version of the purpose its owner agreed to, in which language and when; null if a client sent none
  consent_version integer,
  consent_language text,
  consent_at timestamptz,
  constraint kyc_records_no_aadhaar check (
    (sealed_number is null) = (type = 'aadhar') and masked_number !~ '[0-9]{5}'),
  constraint kyc_records_decided check (
    (status = 'pending') = (decided_at is null) and (decided_at is null) = (decided_by is null)
    and (status = 'rejected') = (rejection_reason is not null or rejection_preset is not null)),
  constraint kyc_records_position unique (user_id, position),
  constraint kyc_records_lock_reason check (lock_reason = 'account_closed'),
  constraint kyc_records_locked check ((locked_until is null) = (lock_reason is null)),
  constraint kyc_records_consent check (
    (consent_version is null) = (consent_at is null) and (consent_language is null) = (consent_at is null)
    and consent_version > 0 and consent_language in ('en', 'hi'))
);
-- one document of a user is under review at a time
create unique index kyc_open on kyc_records (user_id) where status = 'pending';
-- an ID number belongs to one account; a locked one may be submitted again, when its owner comes back
create unique index id_in_use on kyc_records (number_hash) where status in ('pending', 'approved') and locked_until is null;
-- the job that erases what may no longer be kept
create index kyc_records_locked_until on kyc_records (locked_until) where locked_until is not null;
-- the queue, longest waiting first
create index kyc_records_waiting on kyc_records (submitted_at, id) where status = 'pending';
-- the hint that a number was seen before
create index kyc_records_by_number on kyc_records (number_hash);
-- GET /reports/throughput: the months that are not stored, at least the current one
create index kyc_records_by_decided on kyc_records (decided_at) where decided_by is not null;
create trigger kyc_records_counted after insert on kyc_records
  referencing new table as added for each statement execute function list_counts_add();
create trigger kyc_records_recounted after update of status on kyc_records
  for each row when (old.status <> new.status) execute function list_counts_move();
create trigger kyc_records_uncounted after delete on kyc_records
  for each row execute function list_counts_move();
-- stored replies to polls depend on it (docs/polls.md)
create trigger kyc_records_noted after insert or update or delete on kyc_records
  for each statement execute function note_change();

-- What one person may earn once (docs/rules.md#referrals-and-welcome-bonus). The hashes are keyed (kyc_records.number_hash) and stay when
-- records are erased, so that closing an account makes nothing payable again.

-- Every ID number that an account has ever shown; two accounts with one number are linked.
create table id_numbers (
  user_id integer not null references users,
  number_hash bytea not null,
  primary key (user_id, number_hash)
);
-- who else showed a number
create index id_numbers_by_number on id_numbers (number_hash, user_id);

-- The account to which the welcome bonus of a number belongs: the first one that had got a bonus and was approved with the number.
create table welcomed_numbers (
  number_hash bytea primary key,
  user_id integer not null references users
);

-- The referred account that earned its referrer the reward of a number.
create table rewarded_numbers (
  number_hash bytea primary key,
  referred_id integer not null references users
);
