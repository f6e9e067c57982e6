/** The withdrawals' part of a decision: the rule, the texts, the money. `requests/deciding.ts` does the rest. */
import type { Body } from '@bittkosh/contract/endpoint'
import { subtract } from '@bittkosh/contract/money'
import type { Notice } from '@bittkosh/contract/notices'
import type { RefusalCode, Refused } from '@bittkosh/contract/refusals'
import { isWaiting } from '@bittkosh/contract/requestStates'
import type { Settings } from '@bittkosh/contract/settings'
import { payoutRate, type PayoutRate } from '@bittkosh/contract/withdrawalQuote'
import type * as calls from '@bittkosh/contract/withdrawals'
import { holdKycState } from '../kyc/actions.ts'
import { lockFrozen } from '../auth/actions.ts'
import { type Movement, withdrawalApproved, withdrawalReleased, withdrawalReturned } from '../ledger/movements.ts'
import type { RefusedBy } from '../ledger/post.ts'
import type { Tx } from '../platform/database/database.ts'
import type { CodeIn } from '../platform/http/refuse.ts'
import { sql } from '../platform/database/sql.ts'
import type { Acting, RequestRules } from '../requests/deciding.ts'
import type { Columns } from '../requests/table.ts'
import { firstReported, openBatch, proposedPayment, type WithdrawalRow, withdrawals } from './queries.ts'
import {
  type Claim,
  judgeClaim,
  judgeDecision,
  judgeKept,
  judgeRelease,
  judgeReported,
  judgeStops,
  type OpenBatch,
  type OwnerStops,
  type ProposedPayment,
} from './rules.ts'

type ClaimCode = CodeIn<ReturnType<typeof judgeClaim>>
/** `refusedByBank`: the bank's result says that it will not pay it. */
export type Deciding = Body<typeof calls.decideWithdrawal> & { refusedByBank?: boolean }
type Decision<Refuses extends RefusalCode = never> = {
  typed: Deciding
  refuses: ClaimCode | CodeIn<ReturnType<typeof judgeDecision>> | RefusedBy | Refuses
}
type StopCode = CodeIn<ReturnType<typeof judgeStops>>
type KeptCode = CodeIn<ReturnType<typeof judgeKept>>
type Kept = { proposed: ProposedPayment | null }
type Batched = { batch: OpenBatch | null }
type Reported = { reported: { utr: string; batch: number } | null }
/** What may have been paid already. */
type Held = Kept & Batched
/**
 * `begun`: the claim's holder may have paid; the claim only changes hands with its batch, or stays for a proposal to pay.
 * `batched`: it begins with a file for the bank, which must not pay what a proposal says is paid. `sentAt`: it was released
 * although the bank had it in a file of that moment, since which it counts as claimed.
 */
type Claiming = Body<typeof calls.claimWithdrawal> & { begun?: boolean; batched?: boolean; sentAt?: Date }
type Acts = {
  claim: { typed: Claiming; facts: OwnerStops & Kept; refuses: ClaimCode | StopCode | KeptCode }
  release: {
    typed: undefined
    facts: Held
    refuses: CodeIn<ReturnType<typeof judgeRelease>> | KeptCode
  }
  approve: Payment
  reject: Decision<KeptCode | CodeIn<ReturnType<typeof judgeReported>> | 'with_bank'> & { facts: Held & Reported }
  cancel: { typed: undefined; facts: Batched; refuses: 'being_paid' | RefusedBy }
  return: { typed: Body<typeof calls.returnWithdrawal>; refuses: RefusedBy }
}
type Facts = Pick<Acting, 'by' | 'at' | 'settings'>
type Payment = {
  typed: Decision['typed']
  facts: OwnerStops
  refuses: Decision['refuses'] | StopCode
}

export const withdrawalRules: RequestRules<'withdrawal', WithdrawalRow, number, Acts> = {
  kind: 'withdrawal',
  table: withdrawals,
  lock: (tx, id) => withdrawals.lock(tx, sql`w.id = ${id}`),
  acts: {
    // The holder of a claim pays at the bank next, so this first step of paying is refused too.
    claim: {
      gather: async (tx, row) => ({ ...(await stopsOf(tx, row)), ...(await keptOf(tx, row)) }),
      judge: beginPaying,
    },
    release: { gather: heldOf, judge: release },
    approve: { gather: stopsOf, judge: judgePayment, notice: approvalNotice, movements: paid },
    reject: {
      gather: async (tx, row) => ({ ...(await heldOf(tx, row)), reported: await firstReported(tx, row.id) }),
      judge: reject,
      notice: rejectionNotice,
      movements: released,
    },
    cancel: { gather: batchedOf, judge: cancel, movements: released },
    return: { judge: takeBack, notice: returnNotice, movements: returned },
  },
  // A decision implies who holds the claim, so only claiming and releasing record it: a stored proposal to pay stays
  // the same act once its maker holds the claim.
  audited: (row, before) => ({
    before: isWaiting(row.status) ? { claimed_by: before.claimed_by_name, usdt_rate: before.usdt_rate } : {},
    after: {
      user: row.user_id,
      amount: row.amount,
      fee: row.fee,
      transaction_id: row.transaction_id,
      rejection_preset: row.rejection_preset,
      ...(isWaiting(row.status) && { claimed_by: row.claimed_by_name }),
      usdt_rate: row.usdt_rate,
      ...(row.paid_before_stop && { paid_before_stop: true }),
    },
    reason: row.return_reason ?? row.admin_note,
  }),
}

async function stopsOf(tx: Tx, { user_id: user }: WithdrawalRow): Promise<OwnerStops> {
  const { approved: kycApproved } = await holdKycState(tx, user)
  return { kycApproved, isFrozen: await lockFrozen(tx, user) }
}

async function keptOf(tx: Tx, { id }: WithdrawalRow): Promise<Kept> {
  return { proposed: await proposedPayment(tx, id) }
}

async function batchedOf(tx: Tx, { id }: WithdrawalRow): Promise<Batched> {
  return { batch: await openBatch(tx, id) }
}

async function heldOf(tx: Tx, row: WithdrawalRow): Promise<Held> {
  return { ...(await keptOf(tx, row)), ...(await batchedOf(tx, row)) }
}

/** The current rate at which a request is paid; null for rupees. */
export function rateOf(row: WithdrawalRow, { at, settings }: { at: Date; settings: Settings }): PayoutRate | null {
  if (row.usdt_rate === null) return null
  return payoutRate(
    {
      kept: { rate: row.usdt_rate, isFallback: row.usdt_rate_is_fallback },
      isOpen: isWaiting(row.status) && row.claimed_by === null,
      askedAt: row.created_at,
    },
    { at, current: { rate: settings.rupees('usdt_value'), isFallback: !settings.isSet('usdt_value') } },
  )
}

function claim(
  row: WithdrawalRow,
  { take_over_from: takeOverFrom, sentAt }: Acts['claim']['typed'],
  { by, at, settings }: Facts,
): Columns | { refused: Refused<ClaimCode> } {
  const admin = adminOf(by)
  const claimed = judgeClaim(claimOf(row), { admin, takeOverFrom, now: at })
  if ('refused' in claimed) return claimed
  if (!claimed.isNew) return {}
  const rate = rateOf(row, { at, settings })
  const fixed = rate && { usdt_rate: rate.rate, usdt_rate_is_fallback: rate.isFallback }
  return { claimed_by: admin, claimed_at: sentAt ?? at, ...fixed }
}

function release(
  row: WithdrawalRow,
  _typed: undefined,
  { by, at, gathered }: Facts & { gathered: Acts['release']['facts'] },
) {
  const judged = judgeRelease(claimOf(row), { admin: adminOf(by), now: at, batch: gathered.batch })
  if ('refused' in judged) return judged
  const kept = judgeKept(gathered.proposed, at)
  return 'refused' in kept ? kept : { claimed_by: null, claimed_at: null }
}

/** The first step of paying, also by taking over from another admin. A payment begun before a stop is not refused. */
function beginPaying(row: WithdrawalRow, typed: Claiming, facts: Facts & { gathered: OwnerStops & Kept }) {
  const isOthers = row.claimed_by !== null && row.claimed_by !== adminOf(facts.by)
  const kept = judgeKept(isOthers || typed.batched ? facts.gathered.proposed : null, facts.at)
  if ('refused' in kept) return kept
  if (typed.sentAt || (typed.begun && row.claimed_by !== null)) return claim(row, typed, facts)
  const stops = judgeStops(facts.gathered, { saysPaid: false, holdsClaim: false })
  return 'refused' in stops ? stops : claim(row, typed, facts)
}

function judgePayment(row: WithdrawalRow, typed: Payment['typed'], facts: Facts & { gathered: OwnerStops }) {
  const holdsClaim = row.claimed_by === adminOf(facts.by)
  const stops = judgeStops(facts.gathered, { saysPaid: typed.already_paid ?? false, holdsClaim })
  if ('refused' in stops) return stops
  const decided = decide(row, typed, facts)
  return 'refused' in decided ? decided : { ...decided, paid_before_stop: stops.isPaidBefore }
}

/** Deciding an unclaimed one claims it in the same act. */
function decide(row: WithdrawalRow, typed: Decision['typed'], facts: Facts) {
  const claimed = claim(row, {}, facts)
  if ('refused' in claimed) return claimed
  const decided = judgeDecision(typed)
  if ('refused' in decided) return decided
  return {
    ...claimed,
    transaction_id: decided.transactionId,
    reference_key: decided.referenceKey,
    rejection_preset: decided.preset,
    admin_note: decided.note,
  }
}

/**
 * The money would be back in the wallet although it may have left the bank: so not while a proposal or the bank says that it is
 * paid, and what the bank has is given back only by its own refusal.
 */
function reject(row: WithdrawalRow, typed: Deciding, facts: Facts & { gathered: Held & Reported }) {
  const kept = judgeKept(facts.gathered.proposed, facts.at)
  if ('refused' in kept) return kept
  const reported = judgeReported(facts.gathered.reported)
  if ('refused' in reported) return reported
  const decided = decide(row, typed, facts)
  if ('refused' in decided || !facts.gathered.batch?.isWithBank || typed.refusedByBank) return decided
  return { refused: { code: 'with_bank' } } as const
}

/** Even with its claim released, a payout that a bank has may still be paid. */
function cancel(row: WithdrawalRow, _typed: undefined, { gathered }: { gathered: Batched }) {
  return row.claimed_by === null && !gathered.batch?.isWithBank ? {} : { refused: { code: 'being_paid' } as const }
}

function takeBack(_row: WithdrawalRow, { reason }: Acts['return']['typed'], { by, at }: Facts): Columns {
  return { returned_at: at, returned_by: adminOf(by), return_reason: reason }
}

function claimOf({ claimed_by: by, claimed_by_name: name, claimed_at: at }: WithdrawalRow): Claim | null {
  return by !== null && name !== null && at !== null ? { by, name, at } : null
}

function adminOf(by: Acting['by']): number {
  if ('admin' in by) return by.admin
  throw new Error(`owner ${by.owner} does what only admins do`)
}

function paid({ id, user_id: user, amount, fee, type }: WithdrawalRow): Movement[] {
  return [withdrawalApproved({ id, user, amount, fee, type })]
}

function released({ id, user_id: user, amount }: WithdrawalRow): Movement[] {
  return [withdrawalReleased({ id, user, amount })]
}

function returned({ id, user_id: user, amount, fee, type }: WithdrawalRow): Movement[] {
  return [withdrawalReturned({ id, user, amount, fee, type })]
}

function approvalNotice({ id: about, amount, fee, transaction_id: reference }: WithdrawalRow): Notice {
  if (reference === null) throw new Error(`withdrawal ${about} was approved without a reference`)
  return { about, kind: 'withdrawal_approved', values: { amount, net: subtract(amount, fee), reference } }
}

function rejectionNotice({ id: about, amount, rejection_preset: preset, admin_note: note }: WithdrawalRow): Notice {
  return { about, kind: 'withdrawal_rejected', values: { amount, preset, note } }
}

function returnNotice({ id: about, amount, return_reason: reason }: WithdrawalRow): Notice {
  if (reason === null) throw new Error(`withdrawal ${about} was returned without a reason`)
  return { about, kind: 'withdrawal_returned', values: { amount, reason } }
}
