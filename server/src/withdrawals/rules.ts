import { larger, type Paise, type Ppm, subtract, ZERO } from '@bittkosh/contract/money'
import type { Refused } from '@bittkosh/contract/refusals'
import type { Verdict } from '@bittkosh/contract/requestStates'
import { referenceKey } from '@bittkosh/contract/references'
import { rupeesOf, usdtOf } from '@bittkosh/contract/usdt'
import {
  readPayee,
  type WithdrawalPayee,
  type PayeeCode,
  type PayeeFlag,
  payeeTextFlags,
} from '@bittkosh/contract/payees'
import { quoteWithdrawal, type WithdrawalQuote } from '@bittkosh/contract/withdrawalQuote'
import type { WithdrawalForm } from '@bittkosh/contract/withdrawals'
import type { WithdrawalReason } from '@bittkosh/contract/reasons'
import type { MoneyStops } from '../auth/actions.ts'
import { bankOfIfsc } from '../platform/ifsc.ts'
import { isTrc20Address } from '../platform/trc20.ts'

export const NEW_PAYEE_MS = 24 * 3_600_000

export type WithdrawalFacts = MoneyStops & {
  emailVerified: boolean
  kycApproved: boolean
  minimum: Paise
  feeRate: Ppm
  usdtRate: Paise
}

/**
 * Whether a request can be accepted, with its payee and quote; the ledger decides whether the wallet holds the amount.
 * Refuses `kyc_required`, `money_frozen`, `withdrawals_paused`, `email_unverified`, the codes for missing details,
 * `usdt_address_wrong`, `below_minimum` and, if USDT or fee have changed since the user saw them, `rate_moved` and
 * `terms_moved`.
 */
export function judgeWithdrawal(
  form: WithdrawalForm,
  facts: WithdrawalFacts,
):
  | { payee: WithdrawalPayee; quote: WithdrawalQuote; usdtRate: Paise | null }
  | {
      refused: Refused<
        | 'email_unverified'
        | 'kyc_required'
        | 'money_frozen'
        | 'withdrawals_paused'
        | PayeeCode
        | 'usdt_address_wrong'
        | 'below_minimum'
        | 'rate_moved'
        | 'terms_moved'
      >
    } {
  if (!facts.kycApproved) return { refused: { code: 'kyc_required' } }
  if (facts.isFrozen) return { refused: { code: 'money_frozen' } }
  if (facts.pausedUntil) return { refused: { code: 'withdrawals_paused', params: { until: facts.pausedUntil } } }
  if (!facts.emailVerified) return { refused: { code: 'email_unverified' } }
  const payee = readPayee(form.type, form.withdrawal_details)
  if ('refused' in payee) return payee
  if (payee.type === 'crypto' && !isTrc20Address(payee.details.address))
    return { refused: { code: 'usdt_address_wrong', field: 'withdrawal_details.address' } }
  if (form.amount < facts.minimum)
    return { refused: { code: 'below_minimum', field: 'amount', params: { of: 'withdrawal', minimum: facts.minimum } } }
  const usdtRate = payee.type === 'crypto' ? facts.usdtRate : null
  if (
    usdtRate !== null &&
    form.usdt_amount !== undefined &&
    rupeesOf(usdtOf(form.usdt_amount), usdtRate) !== form.amount
  )
    return { refused: { code: 'rate_moved', field: 'amount', params: { rate: usdtRate } } }
  const quote = quoteWithdrawal({ amount: form.amount, feeRate: facts.feeRate, usdtRate })
  if (form.processing_fee !== undefined && form.processing_fee !== quote.fee)
    return { refused: { code: 'terms_moved', field: 'amount' } }
  return { payee, quote, usdtRate }
}

export type NewPayeeFacts = {
  amount: Paise
  /** Whether the user made no request to this account more than 24 hours ago. */
  payeeIsNew: boolean
  /** Pending and paid within the last 24 hours to accounts that are new in this sense. */
  askedToNew: Paise
  limit: Paise
}

/**
 * A thief withdraws to an account of their own, so only a limited amount may leave to new accounts within 24 hours.
 * Refuses `new_payee_limit` with what is left. Source: docs/rules.md#withdrawals.
 */
export function judgeNewPayee({
  amount,
  payeeIsNew,
  askedToNew,
  limit,
}: NewPayeeFacts): { fine: true } | { refused: Refused<'new_payee_limit'> } {
  const left = larger(subtract(limit, askedToNew), ZERO)
  if (!payeeIsNew || amount <= left) return { fine: true }
  return { refused: { code: 'new_payee_limit', field: 'amount', params: { limit, left } } }
}

/** The whole judgement, the most helpful refusal first: the balance, which the ledger would refuse too, before the limit. */
export function judgeRequest(
  form: WithdrawalForm,
  facts: WithdrawalFacts & Omit<NewPayeeFacts, 'amount'> & { balance: Paise },
) {
  const decision = judgeWithdrawal(form, facts)
  if ('refused' in decision) return decision
  const { amount } = decision.quote
  if (facts.balance < amount) return { refused: { code: 'insufficient_balance', field: 'amount' } } as const
  const limited = judgeNewPayee({ amount, ...facts })
  return 'refused' in limited ? limited : decision
}

/** The admin who pays a withdrawal, and since when. */
export type Claim = { by: number; name: string; at: Date }

/**
 * Whether an admin may claim or decide a withdrawal: it is unclaimed, or they hold the claim, or they take it over from
 * the named admin. States whether the claim is new; refuses `claimed_by_other` with the name.
 */
export function judgeClaim(
  claim: Claim | null,
  { admin, takeOverFrom = null, now }: { admin: number; takeOverFrom?: number | null | undefined; now: Date },
): { isNew: boolean } | { refused: Refused<'claimed_by_other'> } {
  if (claim === null) return { isNew: true }
  if (claim.by === admin) return { isNew: false }
  if (claim.by === takeOverFrom) return { isNew: true }
  return { refused: { code: 'claimed_by_other', params: { by: claim.name, at: claim.at, now } } }
}

/** The batch in which a withdrawal waits. `isWithBank`: the bank has its payout, has not settled it, and may still pay it. */
export type OpenBatch = { id: number; isDownloaded: boolean; isWithBank: boolean }

/**
 * Only the claim's holder can release it: `not_claimed` if there is no claim, `claimed_by_other` if another admin has it. What the
 * bank has stays claimed (`with_bank`); what it may have leaves its batch first (`payout_file_downloaded`).
 */
export function judgeRelease(
  claim: Claim | null,
  { batch, ...who }: { admin: number; now: Date; batch: OpenBatch | null },
):
  | { released: true }
  | { refused: Refused<'not_claimed' | 'claimed_by_other' | 'with_bank' | 'payout_file_downloaded'> } {
  if (claim === null) return { refused: { code: 'not_claimed' } }
  const mine = judgeClaim(claim, who)
  if ('refused' in mine) return mine
  if (batch?.isWithBank) return { refused: { code: 'with_bank' } }
  if (batch?.isDownloaded) return { refused: { code: 'payout_file_downloaded', params: { batch: batch.id } } }
  return { released: true }
}

/** An open proposal to pay a withdrawal. */
export type ProposedPayment = { by: string; at: Date }

/**
 * The proposal's maker may already have paid, and keeps the claim until the proposal is closed: it can be neither released
 * nor taken over, and the withdrawal is not rejected. Refuses `already_proposed`.
 */
export function judgeKept(
  proposed: ProposedPayment | null,
  now: Date,
): { free: true } | { refused: Refused<'already_proposed'> } {
  return proposed === null ? { free: true } : { refused: { code: 'already_proposed', params: { ...proposed, now } } }
}

/**
 * What the bank has reported as paid is not given back, whatever it reports later: the admin marks it as paid, or first dismisses
 * the report. Refuses `payment_reported`.
 */
export function judgeReported(
  reported: { utr: string; batch: number } | null,
): { free: true } | { refused: Refused<'payment_reported'> } {
  if (reported === null) return { free: true }
  return { refused: { code: 'payment_reported', params: { utr: reported.utr, batch: reported.batch } } }
}

/** What can stop the money of a withdrawal's owner. */
export type OwnerStops = { isFrozen: boolean; kycApproved: boolean }

/**
 * Whether money may still go to this owner: refuses `requester_frozen` and `owner_kyc_missing`. An earlier payment can
 * still be recorded then: nobody can begin to pay a stopped owner, so an existing claim is older than the stop, even
 * one that was taken over with its batch.
 */
export function judgeStops(
  { isFrozen, kycApproved }: OwnerStops,
  { saysPaid, holdsClaim }: { saysPaid: boolean; holdsClaim: boolean },
): { isPaidBefore: boolean } | { refused: Refused<'requester_frozen' | 'owner_kyc_missing'> } {
  const isStopped = isFrozen || !kycApproved
  if (!isStopped || (saysPaid && holdsClaim)) return { isPaidBefore: isStopped }
  return { refused: { code: isFrozen ? 'requester_frozen' : 'owner_kyc_missing' } }
}

/** The requirements of a decision: the transaction ID of the payment to approve, a usual reason or a note to reject. */
export function judgeDecision({
  status,
  transaction_id: transactionId,
  rejection_preset: preset = null,
  admin_note: note,
}: {
  status: Verdict
  transaction_id?: string | null | undefined
  rejection_preset?: WithdrawalReason | null | undefined
  admin_note?: string | null | undefined
}):
  | {
      transactionId: string | null
      /** The same in the form that is compared with other payouts. */
      referenceKey: string | null
      preset: WithdrawalReason | null
      note: string | null
    }
  | { refused: Refused<'rejection_note_required' | 'transaction_id_required' | 'reference_unreadable'> } {
  if (status === 'approved' && !transactionId)
    return { refused: { code: 'transaction_id_required', field: 'transaction_id' } }
  const payout = status === 'approved' ? (transactionId ?? null) : null
  const folded = payout && referenceKey(payout)
  if (folded === '') return { refused: { code: 'reference_unreadable', field: 'transaction_id' } }
  if (status === 'rejected' && !note && !preset)
    return { refused: { code: 'rejection_note_required', field: 'admin_note' } }
  return {
    transactionId: payout,
    referenceKey: folded,
    preset: status === 'rejected' ? preset : null,
    note: note || null,
  }
}

/** The payee as one text, the same for the same account however it was typed: of its signs, only those that belong to its grammar. */
export function payeeKey(payee: WithdrawalPayee): string {
  switch (payee.type) {
    case 'upi':
      return `upi ${payee.details.upi_id
        .toLowerCase()
        .replace(/[^a-z0-9.@_-]/g, '')
        .replace(/\.+$/, '')}`
    case 'bank': {
      const number = payee.details.account_number.toUpperCase().replace(/[^A-Z0-9]/g, '')
      return `bank ${payee.details.ifsc_code.slice(0, 4)} ${number.replace(/^0+/, '')}`
    }
    case 'crypto':
      return `crypto ${payee.details.address}`
    default:
      return payee satisfies never
  }
}

/** What to check about a payee before paying; `owner` is the name of the user who requested it. Nothing of an erased one. */
export function flagsOf(
  payee: WithdrawalPayee,
  { owner, usedElsewhere }: { owner: string; usedElsewhere: boolean },
): PayeeFlag[] {
  if (Object.values(payee.details).every((text) => text === '')) return []
  const flags = payeeTextFlags(payee)
  if (payee.type === 'bank') {
    if (!bankOfIfsc(payee.details.ifsc_code).known) flags.push('ifsc_unknown')
    if (nameDiffers(payee.details.account_name, owner)) flags.push('name_differs')
  }
  if (usedElsewhere) flags.push('used_elsewhere')
  return flags
}

/** Whether a bank account's name and the user's share no word. */
export function nameDiffers(accountName: string, userName: string): boolean {
  const words = (name: string) =>
    name
      .toLowerCase()
      .split(/[^\p{L}\p{M}]+/u)
      .filter((word) => word.length > 1)
  const own = new Set(words(userName))
  return !words(accountName).some((word) => own.has(word))
}
