-- Who pays a withdrawal claims it first, so that its owner can't cancel what was just paid at the bank and no second admin
-- pays it again; a payout reference stands on one withdrawal; and what the bank sends back is returned in the books.

alter table withdrawals
  -- the admin who pays it or has decided it, and since when; null where nobody does
  add claimed_by integer references users,
  add claimed_at timestamptz,
  -- transaction_id as it is compared (contract/references.ts foldReference)
  add reference_key text,
  -- the bank sent the payout back
  add returned_at timestamptz,
  add returned_by integer references users,
  add return_reason text;

update withdrawals set claimed_by = decided_by, claimed_at = decided_at where decided_by is not null;

-- Of earlier payouts only the first one with a reference keeps it as its key; no key of the program has a space.
with folded as (
  select id, regexp_replace(regexp_replace(upper(normalize(transaction_id, nfkc)), '[^A-Z0-9]', '', 'g'), '^UTR', '') as key
    from withdrawals
   where transaction_id is not null),
numbered as (
  select id, key, row_number() over (partition by key order by id) as n from folded)
update withdrawals w
   set reference_key = case when key = '' or n > 1 then key || ' ' || w.id else key end
  from numbered
 where numbered.id = w.id;

alter table withdrawals
  drop constraint withdrawals_status,
  drop constraint withdrawals_decided,
  add constraint withdrawals_status check (status in ('pending', 'approved', 'rejected', 'cancelled', 'returned')),
  add constraint withdrawals_decided check (
    (status = 'pending') = (decided_at is null)
    and (status in ('approved', 'rejected', 'returned')) = (decided_by is not null)
    and (status in ('approved', 'returned')) = (transaction_id is not null)
    and (status <> 'rejected' or admin_note is not null or rejection_preset is not null)),
  -- whoever decided it had claimed it; what its owner cancelled nobody had
  add constraint withdrawals_claimed check (
    (claimed_by is null) = (claimed_at is null)
    and (status = 'pending' or claimed_by is not distinct from decided_by)),
  add constraint withdrawals_reference check (
    (transaction_id is null) = (reference_key is null) and reference_key <> ''),
  add constraint withdrawals_returned check (
    (status = 'returned') = (returned_at is not null)
    and (status = 'returned') = (returned_by is not null)
    and (status = 'returned') = (return_reason is not null));

-- one payment at the bank pays one withdrawal; one that came back keeps its reference
create unique index payout_reference_taken on withdrawals (reference_key);
