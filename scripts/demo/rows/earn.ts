import { endOfDay } from '../../../server/src/flexible/queries.ts'
import type { Tx } from '../../../server/src/platform/database.ts'
import { sql } from '../../../server/src/platform/sql.ts'
import type { Lives, Person } from '../lives/lives.ts'
import { copyRows } from './copy.ts'

/** Through which night the interest of each Earn account is paid, and what stands for the next. */
export async function writeSettled(tx: Tx, { people }: Lives): Promise<void> {
  const accounts = earningOf(people)
  await sql`
    update ledger_accounts a set settled_through = e.settled_through, low_day = e.low_day, low = e.low, interest_due = e.carried
      from unnest(
             ${accounts.map((account) => account.id)}::integer[],
             ${accounts.map((account) => account.settledThrough)}::date[],
             ${accounts.map((account) => account.lowDay)}::date[],
             ${accounts.map((account) => account.low)}::bigint[],
             ${accounts.map((account) => account.carried)}::bigint[])
           as e (user_id, settled_through, low_day, low, carried)
     where a.holder = e.user_id and a.kind = 'flexible'`.execute(tx)
}

export async function writeEarn(tx: Tx, { people, earnMoves }: Lives): Promise<void> {
  await copyRows(
    tx,
    'flexible_movements',
    earnMoves.map(({ id, person, type, amount, balanceAfter, at }) => ({
      id,
      user_id: person.id,
      type,
      amount,
      balance_after: balanceAfter,
      created_at: at,
    })),
  )
  await copyRows(
    tx,
    'flexible_accounts',
    earningOf(people).map(({ id, principal, bonus, balance, profitTotal }) => ({
      user_id: id,
      principal,
      bonus,
      paid_in: balance - profitTotal,
    })),
  )
  await copyRows(
    tx,
    'flexible_interest',
    people.flatMap(({ id, days }) =>
      days.map((day) => ({
        user_id: id,
        at: endOfDay(day.day),
        eligible: day.eligible,
        rate_ppm: day.rate,
        posted: day.posted,
        carried: day.carried,
        balance_after: day.balanceAfter,
      })),
    ),
  )
}

function earningOf(people: readonly Person[]) {
  return people.flatMap(({ id, earn }) => (earn === null ? [] : [{ id, ...earn }]))
}
