/** What deposits say about a decision: the rule, the words, the money. `requests/deciding.ts` does the rest. */
import type * as calls from '@bittkosh/contract/deposits'
import type { Body } from '@bittkosh/contract/endpoint'
import { add, formatRupees, ZERO } from '@bittkosh/contract/money'
import { depositApproved, type Movement, packageApproved, packageBonus } from '../ledger/movements.ts'
import { sql } from '../platform/sql.ts'
import type { RequestRules } from '../requests/deciding.ts'
import { type DepositRow, deposits } from './queries.ts'
import { acceptDecision } from './rules.ts'

type Typed = Body<typeof calls.decideDeposit>

export const depositRules: RequestRules<'deposit', DepositRow, number, { approve: Typed; reject: Typed }> = {
  kind: 'deposit',
  table: deposits,
  lock: (tx, id) => deposits.lock(tx, sql`d.id = ${id}`),
  acts: {
    approve: { judge, notice: approvalNotice, movements: creditsOf, field: 'approved_amount' },
    reject: { judge, notice: rejectionNotice },
  },
  audited: (row) => ({
    before: { requested_amount: row.requested_amount },
    after: { approved_amount: row.approved_amount, bonus: row.bonus, transaction_id: row.transaction_id },
    reason: row.admin_note,
  }),
}

function judge(row: DepositRow, { status, approved_amount: approvedAmount, admin_note: typed }: Typed) {
  const note = typed || null
  const decided = acceptDecision({
    status,
    approvedAmount,
    note,
    requested: row.requested_amount,
    bonus: row.bonus_ppm,
  })
  if ('refused' in decided) return decided
  return { approved_amount: decided.amount, bonus: decided.bonus, admin_note: note }
}

/** What an approved deposit credits; a package's bonus is a movement of its own. */
function creditsOf(row: DepositRow): Movement[] {
  const { id, user_id: user, type: method, approved_amount: amount, bonus } = row
  if (amount === null) throw new Error(`deposit ${id} was approved without an amount`)
  const credit = { id, user, method, amount }
  if (row.package_id === null) return [depositApproved(credit)]
  return [packageApproved(credit), ...(bonus > 0n ? [packageBonus({ id, user, bonus })] : [])]
}

function approvalNotice(row: DepositRow) {
  const { bonus, admin_note: note } = row
  const credited = formatRupees(add(row.approved_amount ?? ZERO, bonus))
  const withBonus = bonus > 0n ? ` (with a bonus of ${formatRupees(bonus)})` : ''
  const message = `Your ${whatIs(row)} was approved: ${credited}${withBonus} is in your wallet.${note ? ` Note: ${note}` : ''}`
  return { title: 'Deposit approved', message, type: 'success' as const }
}

function rejectionNotice(row: DepositRow) {
  const message = `Your ${whatIs(row)} of ${formatRupees(row.requested_amount)} was not approved. Reason: ${row.admin_note}`
  return { title: 'Deposit rejected', message, type: 'error' as const }
}

function whatIs({ package_name: name }: DepositRow): string {
  return name === null ? 'deposit' : `package '${name}'`
}
