/** The only writer of money: hands movements to the database's posting function inside the caller's transaction. */
import { type Paise, paise, type Ppm } from '@bittkosh/contract/money'
import type { postingRefusals } from '@bittkosh/contract/endpoint'
import type { Refused } from '@bittkosh/contract/refusals'
import type { Tx } from '../platform/database.ts'
import { constraintOf, refuse } from '../platform/refuse.ts'
import { sql } from '../platform/sql.ts'
import type { Movement } from './movements.ts'

/** What ledger_post answers for one movement: its transfer, or the constraint that refused it. */
export type Verdict = { transfer: bigint } | { refused: RefusedBy }

const BATCH_FROM = 8 // movements; below that, single posts are quicker than the set-based batch
const WIDE_FROM = 50 // legs of one movement; from there on one statement for all is quicker than a loop

/**
 * Posts movements that stand or fall together; the caller's transaction rolls back when any is refused.
 * Locks the users' accounts in a fixed order, so it is the last statement of a handler wherever it can be.
 * Refuses `insufficient_balance` and `balance_limit` (on `field`, 'amount' by default) and `already_moved`.
 */
export async function post(
  tx: Tx<RefusedBy>,
  at: Date,
  movements: Movement | readonly Movement[],
  { field = 'amount' }: { field?: string } = {},
): Promise<bigint[]> {
  const all = [movements].flat() as readonly Movement[]
  if (all.length < BATCH_FROM) {
    const transfers: bigint[] = []
    for (const movement of all) transfers.push(await postOne(tx, at, movement, field))
    return transfers
  }
  const verdicts = await postEach(tx, at, all)
  return verdicts.map((verdict) =>
    'transfer' in verdict ? verdict.transfer : refuse(tx, refusedOn(verdict.refused, field)),
  )
}

async function postOne(tx: Tx<RefusedBy>, at: Date, movement: Movement, field: string): Promise<bigint> {
  try {
    const legs = [
      movement.legs.map((leg) => leg.user),
      movement.legs.map((leg) => leg.account),
      movement.legs.map((leg) => leg.amount),
    ]
    const call = movement.legs.length < WIDE_FROM ? sql.raw('ledger_post_one') : sql.raw('ledger_post_wide')
    const { rows } = await sql<{ transfer: bigint }>`
      select ${call}(${at}, ${movement.cause}, ${movement.kind},
                     ${legs[0]}::integer[], ${legs[1]}::text[], ${legs[2]}::bigint[]) as transfer`.execute(tx)
    return rows[0]?.transfer ?? 0n
  } catch (error) {
    const constraint = constraintOf(error)
    if (isRefused(constraint)) return refuse(tx, refusedOn(constraint, field))
    throw error
  }
}

/** What may refuse a movement: constraints of the ledger, by their names. */
export type RefusedBy = (typeof postingRefusals)[number]

function isRefused(constraint: string | undefined): constraint is RefusedBy {
  return constraint === 'insufficient_balance' || constraint === 'already_moved' || constraint === 'balance_limit'
}

function refusedOn(code: RefusedBy, field: string): Refused<RefusedBy> {
  return code === 'already_moved' ? { code } : { code, field }
}

/** Posts a batch and answers each movement on its own: refused ones leave no trace, the others are written. */
export async function postEach(tx: Tx, at: Date, movements: readonly Movement[]): Promise<Verdict[]> {
  if (movements.length === 0) return []
  const legs = movements.flatMap((movement, index) => movement.legs.map((leg) => ({ ...leg, movement: index + 1 })))
  const { rows } = await sql<{ transfer_id: bigint | null; refused: string | null }>`
    select transfer_id, refused
      from ledger_post(
             ${at},
             ${movements.map((movement) => movement.cause)}::text[],
             ${movements.map((movement) => movement.kind)}::text[],
             ${legs.map((leg) => leg.movement)}::integer[],
             ${legs.map((leg) => leg.user)}::integer[],
             ${legs.map((leg) => leg.account)}::text[],
             ${legs.map((leg) => leg.amount)}::bigint[])
     order by movement`.execute(tx)
  return rows.map((row) =>
    row.transfer_id === null ? { refused: row.refused as RefusedBy } : { transfer: row.transfer_id },
  )
}

/**
 * Posts what happened at many moments, in its order: a history that is taken over as a whole. All of it stands or falls
 * together; an account that would be overdrawn in between refuses it, even where it ends well.
 */
export async function postHistory(tx: Tx, history: readonly { at: Date; movement: Movement }[]): Promise<void> {
  if (history.length === 0) return
  const legs = history.flatMap(({ movement }, index) => movement.legs.map((leg) => ({ ...leg, movement: index + 1 })))
  // Arrays as their text: the driver looks at each item again, in as much time as all of this takes.
  await sql`
    select ledger_post_history(
             ${arrayText(history.map(({ at }) => at.toISOString()))}::timestamptz[],
             ${arrayText(history.map(({ movement }) => `"${movement.cause}"`))}::text[],
             ${arrayText(history.map(({ movement }) => movement.kind))}::text[],
             ${arrayText(legs.map((leg) => leg.movement))}::integer[],
             ${arrayText(legs.map((leg) => leg.user))}::integer[],
             ${arrayText(legs.map((leg) => leg.account))}::text[],
             ${arrayText(legs.map((leg) => leg.amount))}::bigint[])`.execute(tx)
}

/** Of items without a comma, a quote or a brace in them. */
function arrayText(items: readonly (string | number | bigint)[]): string {
  return `{${items.join(',')}}`
}

/**
 * Works out and posts the interest of one business day for the Earn accounts of a range of users that stand exactly
 * before it, as the movement `interestPosted` with its working: in one statement, as a million legs a night are too
 * many to carry through the program. The sum is `interestOfDay` of the contract; a test holds the two against each
 * other. Answers, in user order, what was credited to those of `asked`.
 */
export async function postDayOfInterest(
  tx: Tx,
  at: Date,
  posting: { day: string; rate: Ppm; from: number; to: number; asked: readonly number[] },
): Promise<{ user: number; amount: Paise }[]> {
  const { rows } = await sql<{ user_id: number; posted: bigint }>`
    select user_id, posted
      from ledger_post_interest(${posting.day}, ${at}, ${posting.rate}, ${posting.from}, ${posting.to}, ${posting.asked}::integer[])`.execute(
    tx,
  )
  return rows.map((row) => ({ user: row.user_id, amount: paise(row.posted) }))
}

/** Opens the four accounts of a new user, or of each of several, at zero. */
export async function openAccounts(tx: Tx, users: number | readonly number[]): Promise<void> {
  await sql`
    insert into ledger_accounts (user_id, holder, kind, balance)
    select user_id, user_id, kind, 0
      from unnest(${[users].flat()}::integer[]) as user_id, unnest(array['wallet', 'flexible', 'invested', 'held']) as kind`.execute(
    tx,
  )
}
