import { add, larger, type Paise, subtract, ZERO } from '@bittkosh/contract/money'
import type { Notice } from '@bittkosh/contract/notices'
import type { Refused } from '@bittkosh/contract/refusals'
import type { Settings } from '@bittkosh/contract/settings'
import {
  OTP_MINUTES,
  OTP_TRIES,
  type TransferFailure,
  type TransferQuote,
  type TransferStatus,
} from '@bittkosh/contract/transfers'
import type { MoneyStops } from '../auth/actions.ts'

const HOUR_MS = 3_600_000
export const OTP_LIFE_MS = OTP_MINUTES * 60_000
const WRONG_CODES_MAX = 10
export const WRONG_CODES_WITHIN_MS = 24 * HOUR_MS
export const FROZEN_MS = 24 * HOUR_MS

export type InitiateFacts = MoneyStops & {
  now: Date
  /** Whether the sender's e-mail address is proven. */
  emailVerified: boolean
  /** Set after too many wrong codes. */
  frozenUntil: Date | null
  /** Whether an approved identity record was revoked. */
  kycRevoked: boolean
  sender: number
  /** Null if unknown, inactive, unproven or an admin: all of them get the same refusal. */
  receiver: number | null
  balance: Paise
  quote: TransferQuote
  used: Used
  limits: Limits
}

/**
 * Refuses `money_frozen`, `bittpay_frozen`, `bittpay_paused`, `kyc_revoked`, `email_unverified`,
 * `insufficient_balance`, `recipient_unknown`, `recipient_self` and the refusals of `overLimit`. The recipient is
 * checked after the money: a caller who probes whether somebody has an account must be able to send to them.
 */
export function judgeTransfer(facts: InitiateFacts):
  | { receiver: number }
  | {
      refused: Refused<
        | 'bittpay_frozen'
        | 'bittpay_paused'
        | 'email_unverified'
        | 'money_frozen'
        | 'insufficient_balance'
        | 'kyc_revoked'
        | 'recipient_self'
        | 'recipient_unknown'
        | LimitCode
      >
    } {
  const { receiver, quote } = facts
  if (facts.isFrozen) return { refused: { code: 'money_frozen' } }
  if (isFrozen(facts.frozenUntil, facts.now)) return { refused: { code: 'bittpay_frozen' } }
  if (facts.pausedUntil) return { refused: paused(facts.pausedUntil) }
  if (facts.kycRevoked) return { refused: { code: 'kyc_revoked' } }
  if (!facts.emailVerified) return { refused: { code: 'email_unverified' } }
  if (facts.balance < quote.total) return { refused: { code: 'insufficient_balance', field: 'amount' } }
  if (receiver === null) return { refused: { code: 'recipient_unknown', field: 'recipient' } }
  if (receiver === facts.sender) return { refused: { code: 'recipient_self', field: 'recipient' } }
  const refused = overLimit(quote.amount, facts)
  if (refused) return { refused: { ...refused, field: 'amount' } }
  return { receiver }
}

/** The limits of BittPay, without fees (docs/rules.md#bittpay). */
export type Limits = { day: Paise; newRecipients: Paise; received: Paise; all: Paise }

/** What completed transfers have used of them: in the business day; for new recipients in the last 24 hours. */
export type Used = {
  sentToday: Paise
  /** To people whom the sender had not paid until a day ago. */
  sentToNew: Paise
  recipientIsNew: boolean
  receivedToday: Paise
  allToday: Paise
}

export function limitsOf(settings: Settings): Limits {
  return {
    day: settings.rupees('transfer_daily_limit'),
    newRecipients: settings.rupees('transfer_new_recipient_limit'),
    received: settings.rupees('transfer_daily_received_limit'),
    all: settings.rupees('transfer_daily_limit_of_all'),
  }
}

type LimitCode = 'transfer_limit' | 'new_recipient_limit' | 'receiver_limit' | 'transfers_full'

/** Refuses `transfer_limit`, `new_recipient_limit`, `receiver_limit` and `transfers_full`, each with what is left. */
export function overLimit(amount: Paise, { used, limits }: { used: Used; limits: Limits }): Refused<LimitCode> | null {
  const today = leftOf(limits.day, used.sentToday)
  if (amount > today) return { code: 'transfer_limit', params: { limit: limits.day, left: today } }
  const toNew = leftOf(limits.newRecipients, used.sentToNew)
  if (used.recipientIsNew && amount > toNew)
    return { code: 'new_recipient_limit', params: { limit: limits.newRecipients, left: toNew } }
  if (amount > leftOf(limits.received, used.receivedToday)) return { code: 'receiver_limit' }
  if (amount > leftOf(limits.all, used.allToday)) return { code: 'transfers_full' }
  return null
}

/** What the others use of the shared limits if several transfers are judged in one transaction. */
export function usageWithinBatch(): {
  withAll: (used: Used, receiver: number) => Used
  take: (amount: Paise, receiver: number) => void
} {
  const received = new Map<number, Paise>()
  let all = ZERO
  const by = (receiver: number) => received.get(receiver) ?? ZERO
  return {
    withAll: (used, receiver) => ({
      ...used,
      receivedToday: add(used.receivedToday, by(receiver)),
      allToday: add(used.allToday, all),
    }),
    take(amount, receiver) {
      received.set(receiver, add(by(receiver), amount))
      all = add(all, amount)
    },
  }
}

/** The unused part of a limit; zero if it was lowered below the used part. */
export function leftOf(limit: Paise, used: Paise): Paise {
  return larger(subtract(limit, used), ZERO)
}

export type VerifyFacts = MoneyStops & {
  now: Date
  emailVerified: boolean
  frozenUntil: Date | null
  kycRevoked: boolean
  status: TransferStatus
  expiresAt: Date
  codeMatches: boolean
  /** Wrong codes before this one: for this transfer, and by this sender within 24 hours. */
  wrongCodes: number
  wrongCodesToday: number
  receiverActive: boolean
  balance: Paise
  total: Paise
  /** The limit that this transfer would exceed now. */
  overLimit: Refused<LimitCode> | null
}

type VerifyRefused = Refused<
  | 'bittpay_frozen'
  | 'bittpay_paused'
  | 'kyc_revoked'
  | 'email_unverified'
  | 'money_frozen'
  | 'otp_wrong'
  | 'recipient_unknown'
  | 'insufficient_balance'
  | LimitCode
>

/** The effect of a code on its transfer. A refusal states what remains: nothing, an end, one try less, a freeze. */
export type Verdict =
  | { verdict: 'complete' }
  | { verdict: 'refused'; refused: VerifyRefused }
  | ({ verdict: 'ended'; refused: VerifyRefused } & (
      | { status: 'expired' }
      | { status: 'failed'; failure: TransferFailure }
    ))
  | { verdict: 'wrong'; ends: boolean; freezes: boolean; refused: VerifyRefused }

export function judgeCode(facts: VerifyFacts): Verdict {
  const wrong: VerifyRefused = { code: 'otp_wrong', field: 'otp' }
  if (facts.isFrozen) return { verdict: 'refused', refused: { code: 'money_frozen' } }
  if (isFrozen(facts.frozenUntil, facts.now)) return { verdict: 'refused', refused: { code: 'bittpay_frozen' } }
  if (facts.pausedUntil) return { verdict: 'refused', refused: paused(facts.pausedUntil) }
  if (facts.kycRevoked) return { verdict: 'refused', refused: { code: 'kyc_revoked' } }
  if (!facts.emailVerified) return { verdict: 'refused', refused: { code: 'email_unverified' } }
  if (facts.status !== 'pending') return { verdict: 'refused', refused: wrong }
  if (facts.now >= facts.expiresAt) return { verdict: 'ended', status: 'expired', refused: wrong }
  if (!facts.codeMatches) {
    const freezes = facts.wrongCodesToday + 1 >= WRONG_CODES_MAX
    return { verdict: 'wrong', ends: triesLeft(facts) <= 1, freezes, refused: wrong }
  }
  if (!facts.receiverActive) return failed('recipient_inactive', { code: 'recipient_unknown' })
  if (facts.balance < facts.total) return failed('insufficient_balance', { code: 'insufficient_balance' })
  if (facts.overLimit) return failed('over_limit', facts.overLimit)
  return { verdict: 'complete' }
}

/** How many more wrong codes are permitted: the last of them ends the transfer, or pauses BittPay and so ends it too. */
export function triesLeft({
  wrongCodes,
  wrongCodesToday,
}: Pick<VerifyFacts, 'wrongCodes' | 'wrongCodesToday'>): number {
  return Math.min(OTP_TRIES - wrongCodes, WRONG_CODES_MAX - wrongCodesToday)
}

function failed(failure: TransferFailure, refused: VerifyRefused): Verdict {
  return { verdict: 'ended', status: 'failed', failure, refused }
}

function paused(until: Date): Refused<'bittpay_paused'> {
  return { code: 'bittpay_paused', params: { until } }
}

export function isFrozen(until: Date | null, now: Date): boolean {
  return until !== null && now < until
}

/** The notice to the receiver of a completed transfer. */
export function receivedNotice({
  id: about,
  ...values
}: {
  id: number
  sender: string
  amount: Paise
  note: string | null
}): Notice {
  return { kind: 'transfer_received', about, values }
}
