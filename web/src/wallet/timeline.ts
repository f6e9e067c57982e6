/** The history of an entry on its receipt: sent → being checked → done or rejected, with times and the full reason. */
import {
  isByOwner,
  isRequestState,
  isWaiting,
  type RequestState,
  requestStates,
} from '@bittkosh/contract/requestStates'
import type { TransactionItem } from '@bittkosh/contract/wallet'

/** A request's last step is its state. */
export type Stage =
  | RequestState
  | 'requested'
  | 'checking'
  | 'paying'
  | 'paid'
  | 'decision'
  | 'code_sent'
  | 'code_waits'
  | 'completed'
  | 'failed'
  | 'expired'
  | 'bought'
  | 'running'
  | 'matured'
  | 'claim'
  | 'claimed'
  | 'booked'

export type Step = {
  stage: Stage
  state: 'done' | 'current' | 'ahead' | 'failed'
  at: Date | null
  note: string | null
}

export function timelineOf(item: TransactionItem): Step[] {
  switch (item.type) {
    case 'deposit':
    case 'withdrawal':
      // the row of a reversal, beside that of the deposit
      return item.direction === 'out' && item.type === 'deposit' ? [booked(item)] : ofRequest(item)
    case 'balance_transfer_sent':
      return ofTransfer(item)
    case 'crypto_investment':
      return item.direction === 'out' ? ofInvestment(item) : [step('claimed', 'done', item.created_at)]
    default:
      return [booked(item)]
  }
}

/** A package's bonus is booked when the package is approved. */
function booked({ created_at, decided_at, type, admin_note: note }: TransactionItem): Step {
  return step('booked', 'done', decided_at ?? created_at, type === 'deposit' ? note : null)
}

function ofRequest(item: TransactionItem): Step[] {
  const { status, created_at: sentAt, decided_at: at, undone_at, admin_note: note } = item
  const sent = step('requested', 'done', sentAt)
  if (item.being_paid) return [sent, step('checking', 'done'), step('paying', 'current'), step('paid', 'ahead')]
  if (!isRequestState(status) || isWaiting(status)) {
    return [sent, step('checking', 'current'), step('decision', 'ahead')]
  }
  if (status === 'returned') return [sent, step('paid', 'done', at), step(status, 'failed', item.returned_at, note)]
  if (isByOwner(status)) return [sent, step(status, 'done', at, note)]
  if (requestStates[status] === 'undone') {
    const granted = [sent, step('checking', 'done'), step('approved', 'done', at)]
    return [...granted, step(status, 'failed', undone_at, note)]
  }
  const state = requestStates[status] === 'granted' ? 'done' : 'failed'
  return [sent, step('checking', 'done'), step(status, state, at, note)]
}

function ofTransfer({ status, created_at: sentAt, decided_at: at, due_at: dueAt }: TransactionItem): Step[] {
  const sent = step('code_sent', 'done', sentAt)
  switch (status) {
    case 'pending':
      return [sent, step('code_waits', 'current', dueAt), step('completed', 'ahead')]
    case 'failed':
      return [sent, step('failed', 'failed', at)]
    case 'expired':
      return [sent, step('expired', 'failed', at ?? dueAt)]
    default:
      return [sent, step('completed', 'done', at)]
  }
}

function ofInvestment({ status, created_at: boughtAt, decided_at: claimedAt, due_at: dueAt }: TransactionItem): Step[] {
  const bought = step('bought', 'done', boughtAt)
  if (status === 'withdrawn') return [bought, step('matured', 'done', dueAt), step('claimed', 'done', claimedAt)]
  if (status === 'matured') return [bought, step('matured', 'done', dueAt), step('claim', 'current')]
  return [bought, step('running', 'current'), step('claim', 'ahead', dueAt)]
}

function step(stage: Stage, state: Step['state'], at: Date | null = null, note: string | null = null): Step {
  return { stage, state, at, note }
}
