/** The first business day with money movements, closed by two signatures, and the day after it, signed by one admin. */
import { addDays, dayOf } from '@bittkosh/contract/time'
import { sql } from '../../../server/src/platform/database/sql.ts'
import { closedThrough, closingOf } from '../../../server/src/reconciliation/closingQueries.ts'
import type { Caller, Desk } from './desk.ts'
import type { Team } from './team.ts'

const NOTE = 'Compared with the bank by phone; the statement of this account is still to come.'

/**
 * Closes nothing if a day is closed already. It closes the earliest day, so that a further run has room for the lives of more
 * people.
 */
export async function closeFirstDay(desk: Desk, { finance, secondOwner }: Team): Promise<void> {
  const closed = await closedThrough(desk.db)
  const day = closed ?? (await firstDay(desk.db))
  if (day === null) return
  if (closed === null) {
    await sign(desk, finance, day)
    await sign(desk, secondOwner, day)
  }
  const next = addDays(day, 1)
  if (!(await closingOf(desk.db, next))) await sign(desk, finance, next)
}

async function sign(desk: Desk, as: Caller, day: string): Promise<void> {
  const path = `/reconciliation/days/${day}`
  const { digest } = await desk.call<{ digest: string }>(as, { method: 'GET', path })
  await desk.call(as, { method: 'POST', path: `${path}/sign`, body: { digest, note: NOTE } })
}

/** The first day on which the operator's money moved; null if there is none. */
async function firstDay(db: Desk['db']): Promise<string | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(e.at) as at
      from ledger_accounts a
      join ledger_entries e on e.account_id = a.id
     where a.holder = 0 and a.kind in ('cash_upi', 'cash_bank', 'cash_crypto')`.execute(db)
  const at = rows[0]?.at ?? null
  return at && dayOf(at)
}
