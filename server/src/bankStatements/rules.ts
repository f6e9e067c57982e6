/** Which deposit or withdrawal a line of a statement belongs to, and whether it may approve one. Pure. */
import type { LineState, MatchReason } from '@bittkosh/contract/bankStatements'
import type { Paise } from '@bittkosh/contract/money'
import type { Refused } from '@bittkosh/contract/refusals'
import { keysOf } from '@bittkosh/contract/tables'
import { daysBetween } from '@bittkosh/contract/time'

/** Money arrives on the day it is sent or the next working day; people report it before or after. */
export const DAYS_APART_MAX = 3

/** A bank returns a payout on the same day or some working days later, with holidays between. */
export const DAYS_TO_RETURN_MAX = 10
/** What banks write before the reference of a payout that came back. */
export const RETURN_WORDS = [
  'RETURN',
  'RETURNED',
  'RTN',
  'RET',
  'RETD',
  'REVERSAL',
  'REVERSED',
  'REV',
  'REJECT',
  'REJECTED',
  'BOUNCED',
]

/** A line and a request that may belong together, with the evidence for it. */
export type Pair = {
  /** Money in that a deposit requested, money out that paid a withdrawal, or a payout that came back. */
  kind: 'deposit' | 'payout' | 'return'
  line: number
  /** Above zero, also for money that went out. */
  lineAmount: Paise
  day: string
  /** Narration and payer of the line. */
  texts: string
  request: number
  /** `settled`: a deposit that was approved, a withdrawal that was paid; for a return, a payout that was given back. */
  status: 'pending' | 'settled'
  /** The requested amount; once settled, what was approved or paid. */
  requestAmount: Paise
  requestDay: string
  /** The transaction ID is on the line. */
  byReference: boolean
  /** The QR code's reference is on the line. */
  byQrReference: boolean
  /** The payer or payee, with their phone number. */
  person: { name: string; phone: string | null }
  /** The line is on the account that the user was shown; true if the account belongs to no payment method. */
  sameAccount: boolean
  /** Another line already has the request. */
  isTaken: boolean
}

export type Match = Pick<Pair, 'kind'> & {
  line: number
  request: number
  state: Exclude<LineState, 'unmatched' | 'ignored'>
  reasons: MatchReason[]
}

/**
 * The match of each line. A reference comes first, whatever the amount; else amount, payer and day together. A request
 * goes to one line only, the best one; a settled request that fits exactly is matched without a decision. Lines without a
 * match are left out.
 */
export function matchLines(pairs: readonly Pair[]): Match[] {
  const ranked = pairs
    .map((pair) => ({ pair, rank: rankOf(pair) }))
    .filter(({ rank }) => rank > 0)
    .toSorted(
      (a, b) =>
        b.rank - a.rank ||
        precedenceOf(b.pair) - precedenceOf(a.pair) ||
        apart(a.pair) - apart(b.pair) ||
        a.pair.line - b.pair.line,
    )
  const alike = countOf(ranked.flatMap(({ pair, rank }) => [`line ${pair.line} ${rank}`, `${requestOf(pair)} ${rank}`]))
  const lines = new Set<number>()
  const requests = new Set(pairs.filter(({ isTaken }) => isTaken).map(requestOf))
  const matches: Match[] = []
  const take = ({ pair, rank }: (typeof ranked)[number], isUsed: boolean) => {
    lines.add(pair.line)
    requests.add(requestOf(pair))
    const rivals = [`line ${pair.line} ${rank}`, `${requestOf(pair)} ${rank}`]
    matches.push(matchOf(pair, { isUsed, isOneOfSeveral: rivals.some((rival) => (alike.get(rival) ?? 0) > 1) }))
  }
  // A request that another line proves hides no other one that a line identifies: these come first.
  for (const each of ranked.filter(({ pair }) => isExact(pair)))
    if (!lines.has(each.pair.line) && !requests.has(requestOf(each.pair))) take(each, false)
  for (const each of ranked) {
    const isUsed = requests.has(requestOf(each.pair))
    if (!lines.has(each.pair.line) && (!isUsed || isByReference(each.pair))) take(each, isUsed)
  }
  return matches
}

function requestOf({ kind, request }: Pair): string {
  return `${kind} ${request}`
}

function countOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** 0 if a pair does not belong together. */
function rankOf(pair: Pair): number {
  if (isByReference(pair)) return isExact(pair) ? 40 : 20
  if (pair.status !== 'pending' || !hasSameAmount(pair)) return 0
  if (!isNear(pair) || !isNamed(pair.texts, pair.person)) return 0
  if (pair.kind === 'return') return saysReturned(pair.texts) ? 12 : 0 // not a deposit, whatever else fits
  return pair.sameAccount ? 10 : 9 // a UPI ID is paid into a bank account, whose statement may be stored as another account's
}

/**
 * Which of several requests comes first that a line's references identify. Its payer may have written some of them, and
 * the owner of a payout can read its reference: so first what is already credited or given back, as the line would pay
 * for it twice; then a payout that came back; then a deposit.
 */
function precedenceOf({ status, isTaken, kind, byReference }: Pair): number {
  return (status === 'settled' && !isTaken ? 4 : kind === 'return' ? 2 : 0) + (byReference ? 1 : 0)
}

function isExact(pair: Pair): boolean {
  return isByReference(pair) && hasSameAmount(pair)
}

function isByReference({ byReference, byQrReference }: Pair): boolean {
  return byReference || byQrReference
}

function hasSameAmount({ lineAmount, requestAmount }: Pair): boolean {
  return lineAmount === requestAmount
}

function apart({ day, requestDay }: Pair): number {
  return Math.abs(daysBetween(day, requestDay))
}

/** Near enough to be identified by the amount and the name: a payout comes back after it was paid. */
function isNear(pair: Pair): boolean {
  if (pair.kind !== 'return') return apart(pair) <= DAYS_APART_MAX
  return pair.day >= pair.requestDay && apart(pair) <= DAYS_TO_RETURN_MAX
}

function saysReturned(texts: string): boolean {
  return wordsOf(texts).some((word) => RETURN_WORDS.includes(word))
}

function matchOf(pair: Pair, { isUsed, isOneOfSeveral }: { isUsed: boolean; isOneOfSeveral: boolean }): Match {
  const reasons = reasonsOf(pair, { isUsed, isOneOfSeveral })
  const state = !hasSameAmount(pair) || isUsed ? 'mismatched' : pair.status === 'settled' ? 'matched' : 'suggested'
  return { kind: pair.kind, line: pair.line, request: pair.request, state, reasons }
}

function reasonsOf(
  pair: Pair,
  { isUsed, isOneOfSeveral }: { isUsed: boolean; isOneOfSeveral: boolean },
): MatchReason[] {
  const holds: Partial<Record<MatchReason, boolean>> = {
    reference: pair.byReference,
    qr_reference: pair.byQrReference,
    amount: hasSameAmount(pair),
    payer: isNamed(pair.texts, pair.person),
    day: isNear(pair),
    returned: pair.kind === 'return' && saysReturned(pair.texts),
    other_amount: !hasSameAmount(pair),
    other_reference: !pair.byReference,
    several: isOneOfSeveral,
    other_account: !pair.sameAccount,
    used: isUsed,
  }
  return keysOf(holds).filter((reason) => holds[reason])
}

/**
 * Whether texts of a bank name a person: by first and last name as words, which banks truncate, by both written together,
 * or by phone number.
 */
export function isNamed(texts: string, { name, phone }: Pair['person']): boolean {
  const digits = phone?.replace(/\D/g, '').slice(-10) ?? ''
  if (digits.length === 10 && texts.replace(/[^\d\p{L}]/gu, ' ').includes(digits)) return true
  const words = wordsOf(texts)
  const parts = wordsOf(name).filter((part) => part.length > 1)
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) return false
  if (parts.length > 1 && words.some((word) => word.startsWith(parts.join('')))) return true
  return [first, last].every((part) =>
    words.some((word) => word === part || (word.length >= 4 && part.startsWith(word))),
  )
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .toUpperCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '')
}

/** Whether a line may be set aside: it is neither used nor set aside. */
export function judgeIgnoring({ state }: { state: LineState }): { fine: true } | { refused: Refused<'line_used'> } {
  return state === 'matched' || state === 'ignored' ? { refused: { code: 'line_used' } } : { fine: true }
}

/** Whether a line may approve a deposit or return a payout: money that came in, neither used nor set aside. */
export function judgeUse(line: {
  state: LineState
  amount: Paise
}): { fine: true } | { refused: Refused<'line_used' | 'not_incoming'> } {
  const open = judgeIgnoring(line)
  if ('refused' in open) return open
  return line.amount > 0n ? open : { refused: { code: 'not_incoming' } }
}
