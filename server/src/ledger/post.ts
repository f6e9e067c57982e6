/** The only writer of money: passes movements to the database's posting function, inside the caller's transaction. */
import type { postingRefusals } from '@bittkosh/contract/endpoint'
import type { Refused } from '@bittkosh/contract/refusals'
import { afterCommit, onlyRow, type Tx } from '../platform/database/database.ts'
import { constraintOf, refuse } from '../platform/http/refuse.ts'
import { acknowledge } from './acknowledged.ts'
import type { Leg, Movement } from './movements.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

/**
 * Posts movements that succeed or fail together; a refusal rolls back the caller's transaction. Returns their transfers,
 * in order. Locks the users' accounts in the order of user and kind, so it should be the last statement of a handler;
 * `alongside` are writes of the rooms in the same statement, in no order. Refuses `insufficient_balance` and `balance_limit`
 * (on `field`, 'amount' by default), `already_moved`, and `date_doubted` if `at` is in a closed day.
 */
export async function post(
  tx: Tx<RefusedBy>,
  at: Date,
  movements: Movement | readonly Movement[],
  { field = 'amount', alongside = [] }: { field?: string | undefined; alongside?: readonly Sql[] } = {},
): Promise<bigint[]> {
  const all = [movements].flat() as readonly Movement[]
  if (all.length === 0 && alongside.length > 0) throw new Error('writes alongside no movement')
  if (all.length === 0) return []
  const legs = all
    .flatMap((movement, index) => movement.legs.map((leg) => ({ ...leg, movement: index + 1 })))
    .sort(inLockingOrder)
  const posting = sql<{ transfers: bigint[] }>`
    select ledger_post(
             ${at},
             ${arrayText(all.map(({ cause }) => cause.subject))}::text[],
             ${arrayText(all.map(({ cause }) => cause.subjectId))}::integer[],
             ${arrayText(all.map(({ cause }) => cause.event))}::text[],
             ${arrayText(all.map(({ cause }) => cause.day ?? 'NULL'))}::date[],
             ${arrayText(all.map(({ kind }) => kind))}::text[],
             ${arrayText(legs.map((leg) => leg.movement))}::integer[],
             ${arrayText(legs.map((leg) => leg.user))}::integer[],
             ${arrayText(legs.map((leg) => leg.account))}::text[],
             ${arrayText(legs.map((leg) => leg.amount))}::bigint[]) as transfers`
  const written = alongside.map((write, n) => sql`${sql.raw(`alongside_${n}`)} as (${write})`)
  // without `alongside` it has no parts, so that its text is the same each time
  const whole = written.length === 0 ? posting : sql<{ transfers: bigint[] }>`with ${sql.join(written)} ${posting}`
  try {
    const { rows } = await whole.execute(
      tx,
      legs.map((leg) => leg.user),
    )
    const { transfers } = onlyRow(rows, 'ledger_post')
    const posted = all.map(({ cause }, n) => ({ id: transfers[n] ?? 0n, cause }))
    afterCommit(tx, (db) => acknowledge(db, at, posted))
    return transfers
  } catch (error) {
    const refused = refusedBy(constraintOf(error), field)
    if (refused) return refuse(tx, refused)
    throw error
  }
}

/** For the program's own numbers and names, which need no quotes: the driver would check each character of each item. */
function arrayText(items: readonly (string | number | bigint)[]): string {
  return `{${items.join(',')}}`
}

function inLockingOrder(one: Leg & { movement: number }, other: Leg & { movement: number }): number {
  if (one.user !== other.user) return one.user - other.user
  if (one.account !== other.account) return one.account < other.account ? -1 : 1
  return one.movement - other.movement
}

/** The refusals of a movement. */
export type RefusedBy = (typeof postingRefusals)[number]

function refusedBy(constraint: string | undefined, field: string): Refused<RefusedBy> | null {
  switch (constraint) {
    case 'already_moved':
      return { code: constraint }
    case 'insufficient_balance':
    case 'balance_limit':
      return { code: constraint, field }
    case 'day_closed': // by a clock that ran ahead and was corrected since
      return { code: 'date_doubted' }
    default:
      return null
  }
}

/** Opens the four accounts of each new user, at zero. */
export async function openAccounts(tx: Tx, ...users: readonly number[]): Promise<void> {
  await sql`
    insert into ledger_accounts (user_id, holder, kind, balance)
    select id, id, kind, 0
      from unnest(${users}::integer[]) as id, unnest(array['wallet', 'flexible', 'invested', 'held']) as kind`.execute(
    tx,
  )
}
