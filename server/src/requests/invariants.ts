/** What holds of the requests of every kind. */
import {
  actsByAdmin,
  requestAction,
  type RequestKind,
  type StateOf,
  stateAfter,
  statesOf,
} from '@bittkosh/contract/requests'
import { sql } from 'kysely'
import { type Invariant, invariant } from '../ledger/invariants.ts'

/** That the state of each request of a table, where an admin brought it there, is that of an act in the audit log. */
export function decisionsAreLogged(kind: RequestKind, table: string): Invariant {
  const ways = statesOf(kind).flatMap((state) => {
    const actions = actsLeadingTo(kind, state).map((act) => sql.lit(requestAction(kind, act)))
    return actions.length === 0 ? [] : [sql`when ${sql.lit(state)} then array[${sql.join(actions)}]`]
  })
  return invariant(
    `every decision of an admin on a ${kind} is in the audit log`,
    sql`
      select ${sql.lit(`${kind} `)} || r.id || ' was ' || r.status || ' without an audit row' as finding
        from ${sql.table(table)} r
       cross join lateral (select case r.status ${sql.join(ways, sql` `)} end as actions) as logged
       where logged.actions is not null
         and not exists (
           select from audit_log l
            where l.subject = ${sql.lit(kind)} and l.subject_id = r.id and l.action = any (logged.actions)
              and l.admin_id = r.decided_by)
       limit 100`,
  )
}

function actsLeadingTo<K extends RequestKind>(kind: K, state: StateOf<K>) {
  return actsByAdmin(kind).filter((act) => statesOf(kind).some((from) => stateAfter(kind, act, from) === state))
}
