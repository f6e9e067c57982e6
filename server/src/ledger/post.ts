/** The only writer of money: hands movements to the database's posting function inside the caller's transaction. */
import { sql } from 'kysely'
import type { Tx } from '../platform/database.ts'
import { refuse } from '../platform/refuse.ts'
import type { Movement } from './movements.ts'

/** What ledger_post answers for one movement: its transfer, or the constraint that refused it. */
export type Verdict = { transfer: bigint } | { refused: 'insufficient_balance' | 'already_moved' | 'balance_limit' }

/**
 * Posts movements that stand or fall together; the caller's transaction rolls back when any is refused.
 * Locks the users' accounts in id order, so it is the last statement of a handler wherever it can be.
 * Refuses `insufficient_balance` (on `field`, 'amount' by default), `already_moved`, `balance_limit`.
 */
export async function post(
  tx: Tx,
  at: Date,
  movements: Movement | readonly Movement[],
  { field = 'amount' }: { field?: string } = {},
): Promise<bigint[]> {
  const verdicts = await postEach(tx, at, [movements].flat() as readonly Movement[])
  return verdicts.map((verdict) => {
    if ('transfer' in verdict) return verdict.transfer
    return refuse(verdict.refused === 'already_moved' ? { code: 'already_moved' } : { code: verdict.refused, field })
  })
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
    row.transfer_id === null
      ? { refused: row.refused as Extract<Verdict, { refused: string }>['refused'] }
      : { transfer: row.transfer_id },
  )
}

/** Opens the four accounts of a new user, at zero. */
export async function openAccounts(tx: Tx, user: number): Promise<void> {
  await sql`
    insert into ledger_accounts (user_id, kind, balance)
    select ${user}::integer, kind, 0 from unnest(array['wallet', 'flexible', 'invested', 'held']) as kind`.execute(tx)
}
