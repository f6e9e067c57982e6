-- What was approved can be put right: an approved deposit is reversed, the approval of an identity record is revoked, a
-- notification to all is recalled. Transaction IDs are compared more strictly than before.

alter table deposits
  add column reversed_at timestamptz,
  add column reversal_reason text,
  -- whether another request may have its transaction ID
  add column reference_freed boolean not null default false,
  drop constraint deposits_status,
  drop constraint deposits_decided,
  drop constraint deposits_bonus_of_package,
  add constraint deposits_status check (status in ('pending', 'approved', 'rejected', 'reversed')),
  add constraint deposits_decided check (
    (status = 'pending') = (decided_at is null) and (status = 'pending') = (decided_by is null)
    and (status in ('approved', 'reversed')) = (approved_amount is not null)
    and (status <> 'rejected' or admin_note is not null or rejection_preset is not null)),
  add constraint deposits_bonus_of_package check (
    bonus = 0 or (package_id is not null and status in ('approved', 'reversed'))),
  add constraint deposits_reversed check (
    (status = 'reversed') = (reversed_at is not null) and (reversed_at is null) = (reversal_reason is null)
    and (status = 'reversed' or not reference_freed));
-- GET /transactions: the reversals of a user, newest first
create index deposits_reversed_by_user on deposits (user_id, reversed_at desc, id desc) where reversed_at is not null;

-- A request keeps the key it has where the stricter one would be empty or is another open request's too.
with folded as (
  select id, status,
         regexp_replace(
           regexp_replace(
             upper(translate(normalize(transaction_id, nfkd),
                             '०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
                             repeat('0123456789', 11))),
             '[^A-Z0-9]', '', 'g'),
           '^UTR', '') as key
    from deposits),
known as (
  select f.id, f.key, f.status = 'rejected'
         or count(*) filter (where f.status <> 'rejected') over (partition by f.key) = 1 as is_alone
    from folded f)
update deposits d set reference_key = k.key
  from known k
 where k.id = d.id and k.key <> '' and k.is_alone and d.reference_key <> k.key
   and not exists (select from deposits o where o.reference_key = k.key and o.id <> d.id and o.status <> 'rejected');
drop index reference_taken;
create unique index reference_taken on deposits (reference_key) where status <> 'rejected' and not reference_freed;

-- Coverage lists a reversal among what it takes back, on the other side of the account than its sign says.
create index ledger_transfers_undoing on ledger_transfers (id) where kind = 'deposit_reversal';

-- When the approval of a record was revoked; stays on the submission that takes its place, so that money waits for a new approval.
alter table kyc_records add column revoked_at timestamptz;

alter table notifications
  add column recalled_at timestamptz,
  add constraint notifications_recalled check (recalled_at is null or user_id is null);
