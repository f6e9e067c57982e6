/** What each row of a result file would do to its withdrawal. Pure. */
import type { PayoutState, ResultAct, ResultProblem } from '@bittkosh/contract/payoutBatches'
import type { Paise } from '@bittkosh/contract/money'
import { referenceKey, utrKey } from '@bittkosh/contract/references'
import type { FileRow } from './resultFile.ts'

/** What a withdrawal itself shows of its payment, whichever batch it is in; `waiting` if nothing yet. */
export type PaymentState = Exclude<PayoutState, 'unknown' | 'refused' | 'taken_out'>

/** A withdrawal of the batch, in its state when the file is read. */
export type KnownPayout = {
  withdrawal: number
  number: string
  amount: Paise
  account: string
  state: PayoutState
  payment: PaymentState
  claimedBy: number | null
  /** Of the payment, or of the one that is proposed. */
  transactionId: string | null
  /** The payments that the bank reported and the withdrawal does not show, by their references in the compared form; '' for none. */
  reported: readonly string[]
}

export type Verdict<Payout extends KnownPayout> = { row: FileRow; payout: Payout | null } & (
  | { act: Exclude<ResultAct, 'problem'>; problem: null }
  | { act: 'problem'; problem: ResultProblem }
)

/**
 * One verdict per row. `usedBy`: the paid withdrawals with a reference of the file, by that reference in its compared
 * form. `admin` is the caller.
 */
export function judgeResult<Payout extends KnownPayout>(
  rows: readonly FileRow[],
  { payouts, usedBy, admin }: { payouts: readonly Payout[]; usedBy: ReadonlyMap<string, number>; admin: number },
): Verdict<Payout>[] {
  const known = new Map(payouts.map((payout) => [payout.number, payout]))
  const references = Map.groupBy(rows, ({ reference }) => reference)
  const keys = Map.groupBy(rows, keyOf)
  return rows.map((row) => {
    const payout = known.get(row.reference) ?? null
    const problem = (why: ResultProblem): Verdict<Payout> => ({ row, payout, act: 'problem', problem: why })
    if (payout === null) return problem('not_in_batch')
    if ((references.get(row.reference)?.length ?? 0) > 1) return problem('twice')
    if (row.amount !== payout.amount) return problem('amount_differs')
    if (!isAccount(row.account, payout.account)) return problem('account_differs')
    const key = keyOf(row)
    const usedByOther = (usedBy.get(key) ?? payout.withdrawal) !== payout.withdrawal
    const isUsed = usedByOther || (keys.get(key) ?? []).filter(({ said }) => said === 'paid').length > 1
    const found = actOf(row, payout, { key, isUsed, admin })
    return isProblem(found) ? problem(found) : { row, payout, act: found, problem: null }
  })
}

/** The bank's reference in its compared form; empty if the row has none. Our own number is none, whichever column it is read from. */
export function keyOf({ utr, reference }: Pick<FileRow, 'utr' | 'reference'>): string {
  const key = utrKey(utr)
  return key === referenceKey(reference) ? '' : key
}

type Found = Exclude<ResultAct, 'problem'> | ResultProblem

function isProblem(found: Found): found is ResultProblem {
  return !(['pay', 'refuse', 'wait', 'done'] as Found[]).includes(found)
}

type RowContext = { key: string; isUsed: boolean; admin: number }

function actOf(row: FileRow, payout: KnownPayout, { key, isUsed, admin }: RowContext): Found {
  const { claimedBy } = payout
  const isTheirs = claimedBy === null || claimedBy === admin
  const state = stateFor(row, payout)
  switch (state) {
    case 'given_up':
      return 'done'
    case 'waiting':
    case 'unknown':
      if (row.said === state) return 'done'
      if (!isTheirs) return 'claimed_by_other'
      if (row.said === 'unknown') return 'wait'
      if (row.said === 'refused') return payout.reported.length > 0 ? 'refused_after_report' : 'refuse'
      if (key === '') return 'no_utr'
      return isUsed ? 'utr_used' : 'pay'
    case 'proposed':
    case 'paid':
    case 'sent_back':
      if (row.said === 'refused') return state === 'sent_back' ? 'done' : 'returned_after_paid'
      if (row.said === 'unknown' || key === '' || payout.transactionId === null) return 'done'
      return key === referenceKey(payout.transactionId) ? 'done' : 'paid_twice'
    case 'rejected':
    case 'cancelled':
      return row.said === 'paid' ? 'paid_after_end' : 'done'
    default:
      return state satisfies never
  }
}

type Row = Pick<FileRow, 'said'>
type Reporting = Pick<FileRow, 'said' | 'utr' | 'reference'>
type States = Pick<KnownPayout, 'state' | 'payment'>

/**
 * The state by which a row is judged. If the bank has a payout that this batch no longer pays, the withdrawal's own counts; it may
 * wait in another batch. After a refusal only a payment shows that: a file from before the refusal may be imported again.
 */
function stateFor({ said }: Row, { state, payment }: States) {
  switch (state) {
    case 'refused':
      return said === 'paid' ? payment : 'given_up'
    case 'taken_out':
      return said === 'refused' ? 'given_up' : payment
    default:
      return state
  }
}

/**
 * Whether the row shows that the bank has a payout that waits, also for another admin's approval: unless it refused it, it may
 * have paid or may still pay it.
 */
export function isWithBank(row: Row, payout: States): boolean {
  const state = stateFor(row, payout)
  return row.said !== 'refused' && (state === 'waiting' || state === 'proposed')
}

/**
 * Whether the row reports a payment that the withdrawal does not show. It is kept until the withdrawal is marked as paid with its
 * reference: the row may not be applied, and a later one may say that the bank refused it.
 */
export function isReport(row: Reporting, payout: States & Pick<KnownPayout, 'transactionId'>): boolean {
  if (row.said !== 'paid') return false
  const [state, key] = [stateFor(row, payout), keyOf(row)]
  if (state !== 'paid' && state !== 'sent_back') return true
  return key !== '' && payout.transactionId !== null && key !== referenceKey(payout.transactionId)
}

/** Whether the row does not say the same as this earlier report, given by its reference in the compared form. */
export function contradicts(row: Reporting, reported: string): boolean {
  return row.said !== 'paid' || (reported !== '' && reported !== keyOf(row))
}

/**
 * Whether an account in the file is the one that was to be paid. Banks hide digits (XXXX4417) and drop leading zeros.
 * If the file has no account, or the payee was erased with the owner's account, there is nothing to compare.
 */
export function isAccount(written: string, account: string): boolean {
  const [theirs, ours] = [written, account].map((text) => text.toUpperCase().replace(/[^A-Z0-9*]/g, ''))
  if (!theirs || !ours) return true
  const shown = /[X*]{2,}([A-WYZ0-9]*)$/.exec(theirs)?.[1]
  if (shown !== undefined) return ours.endsWith(shown)
  return theirs.replace(/^0+/, '') === ours.replace(/^0+/, '')
}
