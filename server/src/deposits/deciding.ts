/** The deposits' part of a decision: the rule, the texts, the money. `requests/deciding.ts` does the rest. */
import type * as calls from '@bittkosh/contract/deposits'
import type { Body } from '@bittkosh/contract/endpoint'
import type { Paise } from '@bittkosh/contract/money'
import type { Notice } from '@bittkosh/contract/notices'
import type { Settings } from '@bittkosh/contract/settings'
import type { RequestLetter } from '@bittkosh/contract/mails'
import { balancesOf } from '../ledger/balances.ts'
import { depositApproved, depositReversed, type Movement, packageApproved, packageBonus } from '../ledger/movements.ts'
import { kycApproved } from '../kyc/actions.ts'
import type { RefusedBy } from '../ledger/post.ts'
import type { CodeIn } from '../platform/http/refuse.ts'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { oweReward } from '../referrals/actions.ts'
import type { Acting, RequestRules } from '../requests/deciding.ts'
import { type DepositRow, deposits } from './queries.ts'
import { judgeDecision, judgeReversal } from './rules.ts'

type Typed = Body<typeof calls.decideDeposit>
type DecisionCode = CodeIn<ReturnType<typeof judgeDecision>>
type Reversal = Body<typeof calls.reverseDeposit>
type Acts = {
  approve: { typed: Typed; refuses: DecisionCode | RefusedBy }
  reject: { typed: Typed; refuses: DecisionCode }
  reverse: { typed: Reversal; facts: { wallet: Paise }; refuses: CodeIn<ReturnType<typeof judgeReversal>> | RefusedBy }
}

export const depositRules: RequestRules<'deposit', DepositRow, number, Acts> = {
  kind: 'deposit',
  table: deposits,
  lock: (tx, id) => deposits.lock(tx, sql`d.id = ${id}`),
  acts: {
    approve: { judge, notice: approvalNotice, movements: creditsOf, field: 'approved_amount', alsoDue: rewardOf },
    reject: { judge, notice: rejectionNotice },
    reverse: {
      gather: walletOf,
      judge: judgeReversed,
      notice: reversalNotice,
      letter: reversalLetter,
      movements: reversalOf,
    },
  },
  audited: (row) => ({
    before: { requested_amount: row.requested_amount },
    after: {
      user: row.user_id,
      approved_amount: row.approved_amount,
      bonus: row.bonus,
      transaction_id: row.transaction_id,
      rejection_preset: row.rejection_preset,
      ...(row.reversed_at && { reference_freed: row.reference_freed }),
    },
    reason: row.reversal_reason ?? row.admin_note,
  }),
}

function judge(row: DepositRow, typed: Typed, { settings }: Pick<Acting, 'settings'>) {
  const preset = typed.status === 'rejected' ? (typed.rejection_preset ?? null) : null
  const note = typed.admin_note || null
  const decided = judgeDecision({
    status: typed.status,
    approvedAmount: typed.approved_amount,
    preset,
    note,
    requested: row.requested_amount,
    excess: settings.percent('deposit_excess_percent'),
    bonus: row.bonus_ppm,
  })
  if ('refused' in decided) return decided
  return { approved_amount: decided.amount, bonus: decided.bonus, rejection_preset: preset, admin_note: note }
}

function judgeReversed(
  row: DepositRow,
  { reason, free_reference: freed = false }: Reversal,
  { at, gathered: { wallet } }: Pick<Acting, 'at'> & { gathered: { wallet: Paise } },
) {
  const judged = judgeReversal({ amount: approvedAmountOf(row), bonus: row.bonus, wallet })
  return 'refused' in judged ? judged : { reversed_at: at, reversal_reason: reason, reference_freed: freed }
}

/** Not locked: if money leaves at the same moment, the ledger refuses the reversal, but without the missing sum. */
async function walletOf(tx: Tx, { user_id: user }: DepositRow): Promise<{ wallet: Paise }> {
  const { wallet } = await balancesOf(tx, user)
  return { wallet }
}

/** The movements of an approved deposit; a package's bonus is a separate movement. */
function creditsOf(row: DepositRow): Movement[] {
  const { id, user_id: user, type: method, bonus } = row
  const credit = { id, user, method, amount: approvedAmountOf(row) }
  if (row.package_id === null) return [depositApproved(credit)]
  return [packageApproved(credit), ...(bonus > 0n ? [packageBonus({ id, user, bonus })] : [])]
}

function reversalOf(row: DepositRow): Movement[] {
  const { id, user_id: user, type: method, bonus } = row
  return [depositReversed({ id, user, method, amount: approvedAmountOf(row), bonus })]
}

/** The deposit may meet the last condition of the reward for referring this user. */
async function rewardOf(
  tx: Tx,
  at: Date,
  { row, settings }: { row: DepositRow; settings: Settings },
): Promise<readonly Movement[]> {
  return oweReward(tx, at, { settings, user: row.user_id, kycApproved, depositing: approvedAmountOf(row) })
}

function approvalNotice(row: DepositRow): Notice {
  const { id: about, bonus, admin_note: note } = row
  return {
    about,
    kind: 'deposit_approved',
    values: { amount: approvedAmountOf(row), bonus, ...boughtWith(row), note },
  }
}

function rejectionNotice({ id: about, requested_amount: amount, ...row }: DepositRow): Notice {
  const values = { amount, preset: row.rejection_preset, ...boughtWith(row), note: row.admin_note }
  return { about, kind: 'deposit_rejected', values }
}

function reversalNotice(row: DepositRow): Notice {
  return { about: row.id, kind: 'deposit_reversed', values: { ...takenBack(row), ...boughtWith(row) } }
}

/** The package's name for a notice, in both languages. */
function boughtWith(row: Pick<DepositRow, 'package_name' | 'package_name_hi'>) {
  return { package: row.package_name, ...(row.package_name_hi && { package_hi: row.package_name_hi }) }
}

function reversalLetter(row: DepositRow, name: string | null): RequestLetter {
  return { kind: 'deposit_reversed', values: { ...takenBack(row), name } }
}

function takenBack(row: DepositRow): { amount: Paise; bonus: Paise; reason: string } {
  if (row.reversal_reason === null) throw new Error(`deposit ${row.id} was reversed without a reason`)
  return { amount: approvedAmountOf(row), bonus: row.bonus, reason: row.reversal_reason }
}

function approvedAmountOf({ id, approved_amount: amount }: DepositRow): Paise {
  if (amount === null) throw new Error(`deposit ${id} was approved without an amount`)
  return amount
}
