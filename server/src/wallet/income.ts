/** A user's income in a range of days, for their tax return: from the ledger alone. */
import { add, type Paise, ZERO } from '@bittkosh/contract/money'
import { kinds, type MovementKind } from '@bittkosh/contract/movements'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Range } from './statement.ts'

const incomeLines = ['earn_interest', 'plan_profit', 'referral', 'package_bonus', 'welcome_bonus'] as const
export type IncomeLine = (typeof incomeLines)[number]

/**
 * The line of each kind of movement by which somebody gains or loses; null if it only moves their own money.
 * Corrections are separate, because only the admin who made one knows what it is. A new kind must be entered here.
 */
const lineOf: Record<MovementKind, IncomeLine | 'corrections' | null> = {
  deposit: null,
  package: null,
  package_bonus: 'package_bonus',
  deposit_reversal: 'package_bonus', // the bonus that it takes back
  withdrawal_hold: null,
  withdrawal_payout: null,
  withdrawal_release: null,
  withdrawal_return: null,
  transfer: null,
  plan_purchase: null,
  plan_claim: 'plan_profit',
  flexible_deposit: null,
  flexible_withdraw: null,
  flexible_interest: 'earn_interest',
  welcome_bonus: 'welcome_bonus',
  welcome_bonus_taken_back: 'welcome_bonus',
  referral_income: 'referral',
  adjustment: 'corrections',
}

export type Income = {
  lines: { line: IncomeLine; credited: Paise }[]
  total: Paise
  /** Balances corrected by hand by an admin; in no line and not in the total, and only in the PDF. */
  corrections: Paise
}

/** What the accounts of a person gained through movements of these kinds. */
export function incomeOf(gains: readonly { kind: MovementKind; amount: Paise }[]): Income {
  const sumOf = (line: IncomeLine | 'corrections') =>
    add(...gains.filter(({ kind }) => lineOf[kind] === line).map(({ amount }) => amount))
  const lines = incomeLines.map((line) => ({ line, credited: sumOf(line) }))
  return { lines, total: add(...lines.map(({ credited }) => credited)), corrections: sumOf('corrections') }
}

/**
 * By kind, the gain of a person's accounts from all movements in a range. A claimed plan moves the principal between
 * two of them, so its profit remains; for a reversed deposit only the bonus counts, which went back to the platform.
 */
export async function readIncome(db: Db, user: number, { from, until }: Range): Promise<Income> {
  const counted = kinds.filter((kind) => lineOf[kind] !== null && kind !== 'deposit_reversal')
  const { rows } = await sql<{ kind: MovementKind; amount: Paise }>`
    with booked as (
      select e.transfer_id, e.amount, t.kind
        from ledger_accounts a
        join ledger_entries e on e.account_id = a.id and e.at >= ${from} and e.at < ${until}
        join ledger_transfers t on t.id = e.transfer_id
       where a.holder = ${user})
    select kind, sum(amount)::bigint as amount
      from booked
     where kind = any (${counted}::text[])
     group by kind
    union all
    select b.kind, -sum(p.amount)::bigint
      from booked b
      join ledger_entries p on p.transfer_id = b.transfer_id
      join ledger_accounts a on a.id = p.account_id and a.kind = 'expense_package_bonus'
     where b.kind = 'deposit_reversal'
     group by b.kind`.execute(db)
  return incomeOf(rows)
}

/** The tax that the program deducts at source: none. */
export const TDS_DEDUCTED = ZERO
