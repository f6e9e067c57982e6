-- How money comes in and goes out: requests to have a payment credited, requests to be paid, and balances that an admin set by hand. An
-- admin decides a request once (docs/decisions/0255-one-room-for-requests.md). Its terms are those of the moment it was made; later
-- settings do not change them.

-- Each record that moves money has one number for people: ten characters that nobody can guess, the same on the screen, the receipt,
-- the statement and in files. It has no I, L, O or U, which are easily misread, and does not show how many records there are.
create function record_number() returns text language sql volatile as $$
  -- bytes of a random UUID that hold neither its version nor its variant
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(random.bytes, at) & 31), 1), '')
    from (select uuid_send(gen_random_uuid()) as bytes) as random
   cross join unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11, 12]) as at
$$;

create table deposits (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  method_id integer not null references deposit_methods,
  -- the method as it was when the user paid: its name and its payee (contract/methods.ts)
  method_name text not null,
  payee jsonb not null,
  type text not null constraint deposits_type check (type in ('upi', 'bank', 'crypto')),
  -- paise
  requested_amount bigint not null constraint deposits_requested check (requested_amount > 0),
  approved_amount bigint constraint deposits_approved check (approved_amount > 0),
  -- the package and its terms at that moment
  package_id integer references balance_packages,
  package_name text,
  bonus_ppm bigint,
  -- paise; of the approved amount, set with the approval
  bonus bigint not null default 0 constraint deposits_bonus check (bonus >= 0),
  transaction_id text not null,
  -- the same in the form in which they are compared (contract/references.ts referenceKey)
  reference_key text not null check (reference_key <> ''),
  -- how much was to be sent, in millionths of a USDT, and the paise for one USDT
  usdt_amount bigint,
  usdt_rate bigint constraint deposits_rate check (usdt_rate > 0),
  usdt_rate_is_fallback boolean not null default false,
  status text not null default 'pending' constraint deposits_status check (status in ('pending', 'approved', 'rejected', 'reversed')),
  admin_note text,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by integer references users,
  -- the usual reason that the admin chose (contract/words/reasons.ts), read in the user's own language
  rejection_preset text,
  reversed_at timestamptz,
  reversal_reason text,
  -- whether another request may use its transaction ID
  reference_freed boolean not null default false,
  number text not null default record_number(),
  -- the names in Hindi, as they were
  method_name_hi text not null default '',
  package_name_hi text not null default '',
  -- since when the method had that payee (deposit_methods.payee_since); null in rows of versions that did not record it
  payee_since timestamptz,
  constraint deposits_decided check (
    (status = 'pending') = (decided_at is null) and (status = 'pending') = (decided_by is null)
    and (status in ('approved', 'reversed')) = (approved_amount is not null)
    and (status <> 'rejected' or admin_note is not null or rejection_preset is not null)),
  constraint deposits_preset check (rejection_preset is null or status = 'rejected'),
  constraint deposits_package check ((package_id is null) = (bonus_ppm is null) and (package_id is null) = (package_name is null)),
  constraint deposits_bonus_of_package check (
    bonus = 0 or (package_id is not null and status in ('approved', 'reversed'))),
  constraint deposits_reversed check (
    (status = 'reversed') = (reversed_at is not null) and (reversed_at is null) = (reversal_reason is null)
    and (status = 'reversed' or not reference_freed)),
  constraint deposits_usdt check ((type = 'crypto') = (usdt_rate is not null))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02); -- as users
-- one payment is credited once: a transaction ID is on one pending or approved request
create unique index reference_taken on deposits (reference_key) where status <> 'rejected' and not reference_freed;
create unique index deposits_by_number on deposits (number);
-- the hint that a transaction ID was seen before
create index deposits_by_reference on deposits (reference_key);
-- a user's list and history, newest first; GET /deposits?search=, which reads the rows of one status of the people it has found
-- (docs/lists.md#searches)
create index deposits_by_user on deposits (user_id, created_at desc, id desc) include (status);
-- GET /transactions: the bonuses of a user, newest first
create index deposits_bonus_by_user on deposits (user_id, created_at desc, id desc) where bonus > 0;
-- GET /transactions: the reversals of a user, newest first
create index deposits_reversed_by_user on deposits (user_id, reversed_at desc, id desc) where reversed_at is not null;
-- GET /deposits: the queue and every status, by moment or by amount
create index deposits_by_status on deposits (status, created_at, id);
create index deposits_by_status_amount on deposits (status, requested_amount, id);
-- the same without a status
create index deposits_by_moment on deposits (created_at, id);
create index deposits_by_amount on deposits (requested_amount, id);
-- the same with a search: by part of a transaction ID
create index deposits_by_text on deposits using gin (transaction_id extensions.gin_trgm_ops);
-- the dashboard: approved deposits by the day of their decision
create index deposits_by_decision on deposits (decided_at) where status = 'approved';
-- GET /reports/throughput: the months that are not stored, at least the current one
create index deposits_by_decided on deposits (decided_at) where decided_by is not null;
-- how often a package was bought
create index deposits_by_package on deposits (package_id) where package_id is not null;
create trigger deposits_counted after insert on deposits
  referencing new table as added for each statement execute function list_counts_add();
create trigger deposits_recounted after update of status on deposits
  for each row when (old.status <> new.status) execute function list_counts_move();
-- stored replies to polls depend on it (docs/polls.md)
create trigger deposits_noted after insert or update or delete on deposits
  for each statement execute function note_change();

-- The amount is in 'held' from the request until it is paid, rejected or cancelled. Whoever pays it claims it first, so that its owner
-- cannot cancel what was just paid at the bank and no second admin pays it again. A payout reference is on one withdrawal only, and what
-- the bank sends back is returned in the books.
create table withdrawals (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  -- paise; so are fee and usdt_rate
  amount bigint not null check (amount > 0),
  fee bigint not null,
  -- millionths
  fee_rate bigint not null check (fee_rate >= 0),
  type text not null constraint withdrawals_type check (type in ('upi', 'bank', 'crypto')),
  -- contract/withdrawals.ts WithdrawalPayee; emptied when the account is closed
  details jsonb not null,
  -- the payee as one text, to find the same one on other requests: 'upi ravi@okhdfc'
  payee text not null,
  -- rupees (paise) for one USDT
  usdt_rate bigint check (usdt_rate > 0),
  usdt_rate_is_fallback boolean not null default false,
  status text not null default 'pending'
    constraint withdrawals_status check (status in ('pending', 'approved', 'rejected', 'cancelled', 'returned')),
  transaction_id text,
  admin_note text,
  created_at timestamptz not null,
  decided_at timestamptz,
  -- the admin; null if the user cancelled
  decided_by integer references users,
  -- as in deposits
  rejection_preset text,
  -- the admin who is paying it or has decided it, and since when; null if nobody is
  claimed_by integer references users,
  claimed_at timestamptz,
  -- transaction_id in the form in which they are compared (contract/references.ts referenceKey)
  reference_key text,
  -- the bank sent the payout back
  returned_at timestamptz,
  returned_by integer references users,
  return_reason text,
  number text not null default record_number(),
  -- the payment was made before its owner's money was stopped: whoever held the claim has said so, and it counts as paid
  paid_before_stop boolean not null default false,
  constraint withdrawals_fee check (fee between 0 and amount),
  constraint withdrawals_rate check ((type = 'crypto') = (usdt_rate is not null)),
  constraint withdrawals_preset check (rejection_preset is null or status = 'rejected'),
  constraint withdrawals_decided check (
    (status = 'pending') = (decided_at is null)
    and (status in ('approved', 'rejected', 'returned')) = (decided_by is not null)
    and (status in ('approved', 'returned')) = (transaction_id is not null)
    and (status <> 'rejected' or admin_note is not null or rejection_preset is not null)),
  -- whoever decided it had claimed it; nobody had claimed what its owner cancelled
  constraint withdrawals_claimed check (
    (claimed_by is null) = (claimed_at is null)
    and (status = 'pending' or claimed_by is not distinct from decided_by)),
  constraint withdrawals_reference check (
    (transaction_id is null) = (reference_key is null) and reference_key <> ''),
  constraint withdrawals_returned check (
    (status = 'returned') = (returned_at is not null)
    and (status = 'returned') = (returned_by is not null)
    and (status = 'returned') = (return_reason is not null)),
  constraint withdrawals_paid_before_stop check (not paid_before_stop or transaction_id is not null)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02); -- as users
-- one payment at the bank pays one withdrawal; one that came back keeps its reference
create unique index payout_reference_taken on withdrawals (reference_key);
create unique index withdrawals_by_number on withdrawals (number);
-- the hints that a payee is used by others and was paid before
create index withdrawals_by_payee on withdrawals (payee);
-- a user's list and history, newest first; GET /withdrawals?search=, status by status
create index withdrawals_by_user on withdrawals (user_id, created_at desc, id desc) include (status);
-- GET /withdrawals: the queue and every status, by moment or by amount
create index withdrawals_by_status on withdrawals (status, created_at, id);
create index withdrawals_by_status_amount on withdrawals (status, amount, id);
-- the same without a status
create index withdrawals_by_moment on withdrawals (created_at, id);
create index withdrawals_by_amount on withdrawals (amount, id);
-- the same with a search: by part of a transaction ID or payee
create index withdrawals_by_text on withdrawals using gin (transaction_id extensions.gin_trgm_ops, payee extensions.gin_trgm_ops);
-- the dashboard: approved withdrawals by the day of their decision
create index withdrawals_by_decision on withdrawals (decided_at) where status = 'approved';
-- GET /reports/throughput: the months that are not stored, at least the current one
create index withdrawals_by_decided on withdrawals (decided_at) where decided_by is not null;
create trigger withdrawals_counted after insert on withdrawals
  referencing new table as added for each statement execute function list_counts_add();
create trigger withdrawals_recounted after update of status on withdrawals
  for each row when (old.status <> new.status) execute function list_counts_move();
-- stored replies to polls depend on it (docs/polls.md)
create trigger withdrawals_noted after insert or update or delete on withdrawals
  for each statement execute function note_change();

-- The record behind each balance that an admin set by hand: who, why, by how much.
create table balance_adjustments (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  -- paise, signed
  change bigint not null check (change <> 0),
  -- null if none was given
  reason text,
  admin_id integer references users,
  created_at timestamptz not null,
  number text not null default record_number()
);
create unique index balance_adjustments_by_number on balance_adjustments (number);
-- GET /transactions: a user's adjustments, newest first
create index balance_adjustments_by_user on balance_adjustments (user_id, created_at desc, id desc);
