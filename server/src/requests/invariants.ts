/** Invariants of requests of every kind. */
import { actionsLeadingTo, type RequestKind, statesOf } from '@bittkosh/contract/requestStates'
import { type Invariant, invariant } from '../ledger/invariants.ts'
import { sql } from '../platform/database/sql.ts'

/** Every request of this table that an admin brought to its state has that act in the audit log. */
export function decisionsAreLogged(kind: RequestKind, table: string): Invariant {
  const ways = statesOf(kind).flatMap((state) => {
    const actions = actionsLeadingTo(kind, state).map((action) => sql.lit(action))
    return actions.length === 0 ? [] : [sql`when ${sql.lit(state)} then array[${sql.join(actions)}]`]
  })
  return invariant(
    `every decision of an admin on a ${kind} is in the audit log`,
    sql`
      select ${sql.lit(`${kind} `)} || r.id || ' was ' || r.status || ' without an audit row' as finding
        from ${sql.table(table)} r
       cross join lateral (select case r.status ${sql.join(ways, sql` `)} end as actions) as logged
       where logged.actions is not null
         and not (
           exists (
             select from audit_log l
              where l.subject = ${sql.lit(kind)} and l.subject_id = r.id and l.action = any (logged.actions)
                and l.admin_id is not null)
           and exists (
             select from audit_log l
              where l.subject = ${sql.lit(kind)} and l.subject_id = r.id and l.admin_id = r.decided_by and l.at = r.decided_at))
       limit 100`,
  )
}
