import { type Invariant, invariant } from '../ledger/invariants.ts'
import { sql } from '../platform/database/sql.ts'
import { decisionsAreLogged } from '../requests/invariants.ts'

export const invariants: Invariant[] = [
  invariant(
    'every picture of a KYC record is a kept file of its user, and every kept file belongs to a record',
    sql`
      select 'kyc record ' || r.id || ' names picture ' || p.id || ', which is no kept file of user ' || r.user_id as finding
        from kyc_records r
       cross join unnest(r.pictures) as p (id)
        left join files f on f.id = p.id and f.owner_id = r.user_id and f.state = 'kept' and f.purpose = 'identity'
       where f.id is null
      union all
      select 'file ' || f.id || ' is kept but stands on no KYC record' as finding
        from files f
       where f.state = 'kept' and f.purpose = 'identity'
         and not exists (select from kyc_records r where r.user_id = f.owner_id and f.id = any (r.pictures))
       limit 100`,
  ),
  decisionsAreLogged('kyc', 'kyc_records'),
  invariant(
    'of an Aadhaar number nothing is kept but four digits and a hash',
    sql`
      select 'kyc record ' || id || ' of type ' || type || ' keeps more of its number than it may' as finding
        from kyc_records
       where (type = 'aadhar' and sealed_number is not null) or masked_number ~ '[0-9]{5}'
       limit 100`,
  ),
  invariant(
    "a user's KYC records stand at the positions 0, 1, …",
    sql`
      select 'user ' || user_id || ' has ' || count(*) || ' KYC records up to position ' || max(position) as finding
        from kyc_records
       group by user_id
      having max(position) <> count(*) - 1
       limit 100`,
  ),
]
