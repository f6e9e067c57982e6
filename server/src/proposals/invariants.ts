import { type Invariant, invariant } from '../ledger/invariants.ts'
import { sql } from '../platform/database/sql.ts'

export const invariants: Invariant[] = [
  invariant(
    'no proposal was approved or declined by its maker',
    sql`
      select 'proposal ' || id || ' was ' || status || ' by its maker' as finding
        from proposals
       where status in ('approved', 'declined', 'stale') and decided_by = made_by
       limit 100`,
  ),
  invariant(
    'what an approved proposal did is in the audit log in the name of both',
    sql`
      select 'proposal ' || p.id || ' was approved without an audit row that names both' as finding
        from proposals p
       where p.status = 'approved'
         and not exists (
           select from audit_log l
            where l.subject = p.subject and (p.subject_id is null or l.subject_id = p.subject_id)
              and l.action = p.action and l.admin_id = p.made_by and l.approved_by = p.decided_by
              and l.at = p.decided_at)
       limit 100`,
  ),
  invariant(
    'nothing names a second admin in the audit log but an approved proposal',
    sql`
      select 'audit row ' || l.id || ' (' || l.action || ') names an approval that there is not' as finding
        from audit_log l
       where l.approved_by is not null
         and not exists (
           select from proposals p
            where p.status = 'approved' and p.made_by = l.admin_id and p.decided_by = l.approved_by
              and p.decided_at = l.at)
       limit 100`,
  ),
]
