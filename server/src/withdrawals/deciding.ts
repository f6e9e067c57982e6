/** What withdrawals say about a decision: the rule, the words, the money. `requests/deciding.ts` does the rest. */
import type { Body } from '@bittkosh/contract/endpoint'
import type { Notice } from '@bittkosh/contract/notices'
import type { RefusalCode } from '@bittkosh/contract/refusals'
import type * as calls from '@bittkosh/contract/withdrawals'
import { requireUnfrozen } from '../auth/actions.ts'
import { type Movement, withdrawalApproved, withdrawalReleased } from '../ledger/movements.ts'
import type { RefusedBy } from '../ledger/post.ts'
import type { CodeIn } from '../platform/http/refuse.ts'
import { sql } from '../platform/database/sql.ts'
import type { RequestRules } from '../requests/deciding.ts'
import { type WithdrawalRow, withdrawals } from './queries.ts'
import { judgeDecision } from './rules.ts'

type Decision<Refuses extends RefusalCode = never> = {
  typed: Body<typeof calls.decideWithdrawal>
  refuses: CodeIn<ReturnType<typeof judgeDecision>> | RefusedBy | Refuses
}
type Acts = {
  approve: Decision<'requester_frozen'>
  reject: Decision
  cancel: { typed: undefined; refuses: RefusedBy }
}

export const withdrawalRules: RequestRules<'withdrawal', WithdrawalRow, number, Acts> = {
  kind: 'withdrawal',
  table: withdrawals,
  lock: (tx, id) => withdrawals.lock(tx, sql`w.id = ${id}`),
  acts: {
    approve: {
      require: (tx, { user_id }) => requireUnfrozen(tx, user_id),
      judge,
      notice: approvalNotice,
      movements: paid,
    },
    reject: { judge, notice: rejectionNotice, movements: released },
    cancel: { movements: released },
  },
  audited: ({ user_id: user, amount, fee, transaction_id, rejection_preset, admin_note: reason }) => ({
    after: { user, amount, fee, transaction_id, rejection_preset },
    reason,
  }),
}

function judge(_row: WithdrawalRow, typed: Decision['typed']) {
  const decided = judgeDecision(typed)
  if ('refused' in decided) return decided
  return { transaction_id: decided.transactionId, rejection_preset: decided.preset, admin_note: decided.note }
}

function paid({ id, user_id: user, amount, fee, type }: WithdrawalRow): Movement[] {
  return [withdrawalApproved({ id, user, amount, fee, type })]
}

function released({ id, user_id: user, amount }: WithdrawalRow): Movement[] {
  return [withdrawalReleased({ id, user, amount })]
}

function approvalNotice({ id: about, amount, transaction_id: reference }: WithdrawalRow): Notice {
  if (reference === null) throw new Error(`withdrawal ${about} was approved without a reference`)
  return { about, kind: 'withdrawal_approved', values: { amount, reference } }
}

function rejectionNotice({ id: about, amount, rejection_preset: preset, admin_note: note }: WithdrawalRow): Notice {
  return { about, kind: 'withdrawal_rejected', values: { amount, preset, note } }
}
