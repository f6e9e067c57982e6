import { type Invariant, invariant } from '../ledger/invariants.ts'
import { sql } from '../platform/database/sql.ts'

// A proposal keeps no words about a person whose account is closed (docs/rules.md#closing-and-keeping).
const isErased = sql`(
  (p.user_id is not null or p.subject = 'user') and not exists (
    select from users u
     where u.id = coalesce(p.user_id, p.subject_id) and u.closed_at is null))`

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
  invariant(
    'an approved proposal has done exactly the acts that it kept',
    sql`
      select 'proposal ' || p.id || ' was approved to be "' || (kept.act->>'action') || '", and the log has no such act as it was proposed' as finding
        from proposals p, jsonb_array_elements(p.acts) as kept (act)
       where p.status = 'approved'
         and not exists (
           select from audit_log l
            where l.admin_id = p.made_by and l.approved_by = p.decided_by and l.at = p.decided_at
              and l.action = kept.act->>'action' and l.subject = kept.act->>'subject'
              and (kept.act->'subject_id' = 'null' or l.subject_id = (kept.act->>'subject_id')::integer)
              and (${isErased} or coalesce(l.before, 'null') = kept.act->'before'
                   and coalesce(l.after, 'null') = kept.act->'after' and l.reason is not distinct from kept.act->>'reason'))
      union all
      select 'admins ' || coalesce(p.made_by, l.admin_id) || ' and ' || coalesce(p.decided_by, l.approved_by) || ' did '
             || coalesce(l.done, 0) || ' acts at ' || coalesce(p.decided_at, l.at) || ', proposed were ' || coalesce(p.kept, 0)
        from (select made_by, decided_by, decided_at, sum(jsonb_array_length(acts)) as kept
                from proposals
               where status = 'approved'
               group by made_by, decided_by, decided_at) as p
        full join (
              select admin_id, approved_by, at, count(*) as done
                from audit_log
               where approved_by is not null
               group by admin_id, approved_by, at) as l
          on (l.admin_id, l.approved_by, l.at) = (p.made_by, p.decided_by, p.decided_at)
       where p.kept is distinct from l.done
       limit 100`,
  ),
  invariant(
    'whoever proposed to pay a withdrawal had claimed it',
    sql`
      select 'proposal ' || p.id || ' is of admin ' || p.made_by || ', and withdrawal ' || p.subject_id || ' was '
             || coalesce('last ' || claim.action || ' by ' || claim.admin_id, 'never claimed') || ' before' as finding
        from proposals p
        join audit_log made on made.subject = 'proposal' and made.subject_id = p.id and made.action = 'proposal made'
        left join lateral (
          select l.action, l.admin_id
            from audit_log l
           where l.subject = 'withdrawal' and l.subject_id = p.subject_id and l.id < made.id
             and l.action in ('withdrawal claimed', 'withdrawal released')
           order by l.id desc
           limit 1) as claim on true
       where p.action = 'withdrawal approved'
         and (claim.action, claim.admin_id) is distinct from ('withdrawal claimed', p.made_by)
       limit 100`,
  ),
]
