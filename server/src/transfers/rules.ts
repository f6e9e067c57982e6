import type { Refused } from '@bittkosh/contract/refusals'
import type { Paise } from '@bittkosh/contract/money'
import { OTP_MINUTES, type TransferQuote } from '@bittkosh/contract/transfers'

const HOUR_MS = 3_600_000
export const OTP_LIFE_MS = OTP_MINUTES * 60_000
export const OTP_TRIES_MAX = 5 // 1 in 200,000 to guess six digits
export const WRONG_CODES_MAX = 10
export const WRONG_CODES_WITHIN_MS = 24 * HOUR_MS
export const FROZEN_MS = 24 * HOUR_MS

export type InitiateFacts = {
  now: Date
  frozenUntil: Date | null
  sender: number
  /** Null for one who is unknown, inactive or an admin: the same answer for all three. */
  receiver: number | null
  balance: Paise
  quote: TransferQuote
}

/** Refuses `bittpay_frozen`, `recipient_unknown`, `recipient_self` and `insufficient_balance`. */
export function acceptInitiate(facts: InitiateFacts): { receiver: number } | { refused: Refused } {
  const { receiver, quote } = facts
  if (isFrozen(facts.frozenUntil, facts.now)) return { refused: { code: 'bittpay_frozen' } }
  if (receiver === null) return { refused: { code: 'recipient_unknown', field: 'recipient' } }
  if (receiver === facts.sender) return { refused: { code: 'recipient_self', field: 'recipient' } }
  if (facts.balance < quote.total) return { refused: { code: 'insufficient_balance', field: 'amount' } }
  return { receiver }
}

export type VerifyFacts = {
  now: Date
  frozenUntil: Date | null
  status: 'pending' | 'completed' | 'failed' | 'expired'
  expiresAt: Date
  codeMatches: boolean
  /** Wrong codes before this one: for this transfer, and of this sender within 24 hours. */
  wrongCodes: number
  wrongCodesToday: number
  receiverActive: boolean
  balance: Paise
  total: Paise
}

/** What a code does to its transfer. A refusal says what stays behind: nothing, an end, one try less, a freeze. */
export type Verdict =
  | { verdict: 'complete' }
  | { verdict: 'refused'; refused: Refused }
  | { verdict: 'ended'; status: 'expired' | 'failed'; refused: Refused }
  | { verdict: 'wrong'; ends: boolean; freezes: boolean; refused: Refused }

export function judgeCode(facts: VerifyFacts): Verdict {
  const wrong: Refused = { code: 'otp_wrong', field: 'otp' }
  if (isFrozen(facts.frozenUntil, facts.now)) return { verdict: 'refused', refused: { code: 'bittpay_frozen' } }
  if (facts.status !== 'pending') return { verdict: 'refused', refused: wrong }
  if (facts.now >= facts.expiresAt) return { verdict: 'ended', status: 'expired', refused: wrong }
  if (!facts.codeMatches) {
    const freezes = facts.wrongCodesToday + 1 >= WRONG_CODES_MAX
    return { verdict: 'wrong', ends: freezes || facts.wrongCodes + 1 >= OTP_TRIES_MAX, freezes, refused: wrong }
  }
  if (!facts.receiverActive) return { verdict: 'ended', status: 'failed', refused: { code: 'recipient_unknown' } }
  if (facts.balance < facts.total)
    return { verdict: 'ended', status: 'failed', refused: { code: 'insufficient_balance' } }
  return { verdict: 'complete' }
}

export function isFrozen(until: Date | null, now: Date): boolean {
  return until !== null && now < until
}
