-- Identity documents. Of an Aadhaar number the last four digits and a keyed hash are kept, never the number; a PAN is
-- kept sealed. A record of a user stands at its position for good: a resubmission takes the place of the rejected one.

create table kyc_records (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  -- the index in govt_ids
  position integer not null check (position >= 0),
  type text not null constraint kyc_records_type check (type in ('aadhar', 'pan')),
  -- as it is shown: 'XXXX XXXX 1234', 'ABCDE****F'
  masked_number text not null,
  -- HMAC under the kept key 'id numbers': finds the same number again, tells nothing
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
  constraint kyc_records_no_aadhaar check (
    (sealed_number is null) = (type = 'aadhar') and masked_number !~ '[0-9]{5}'),
  constraint kyc_records_decided check (
    (status = 'pending') = (decided_at is null) and (decided_at is null) = (decided_by is null)
    and (status = 'rejected') = (rejection_reason is not null)),
  constraint kyc_records_position unique (user_id, position)
);
-- one document of a user is checked at a time
create unique index kyc_open on kyc_records (user_id) where status = 'pending';
-- an ID number belongs to one account
create unique index id_in_use on kyc_records (number_hash) where status in ('pending', 'approved');
-- the queue, longest waiting first
create index kyc_records_waiting on kyc_records (submitted_at, id) where status = 'pending';
-- 'seen before'
create index kyc_records_by_number on kyc_records (number_hash);
