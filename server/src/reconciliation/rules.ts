/** Why statement and book of a day differ, to the paisa, and who may sign the day when. Pure. */
import { add, negate, type Paise, subtract, ZERO } from '@bittkosh/contract/money'
import type { ReasonKind } from '@bittkosh/contract/reconciliation'
import type { Refused } from '@bittkosh/contract/refusals'
import { addDays, startOfDay } from '@bittkosh/contract/time'

/** Longer than any call runs, so that no call that began on the day is still posting when it is signed. */
const SIGNED_AFTER_MS = 15 * 60_000

/** An account with a statement; a payment method without one; or neither, for payouts that no statement shows. */
export type AccountKey = { account: number | null; method: number | null }
type RequestKey = { subject: 'deposit' | 'withdrawal'; id: number }

/** A line that counts on the day. */
export type LineFact = AccountKey & {
  line: number
  /** Negative for money out. */
  amount: Paise
  /** Whether it arrived after its own day was closed. */
  isLate: boolean
  isPutAside: boolean
  /** The deposit or withdrawal that it fits, and the booking that it shows. */
  request: (RequestKey & { booking: { amount: Paise; day: string; hasNote: boolean } | null }) | null
}

/** What went in (positive) or out of the operator's accounts on the day according to the ledger. */
export type BookFact = AccountKey &
  RequestKey & {
    event: 'decided' | 'reversed' | 'returned'
    amount: Paise
    /** The line that shows it, and the day on which the line counts. */
    line: { id: number; amount: Paise; day: string } | null
    /** Whether the admin gave a reason for the differing amount. */
    hasNote: boolean
  }

export type Reason = {
  kind: ReasonKind
  amount: Paise
  isOpen: boolean
  line: number | null
  request: RequestKey | null
  otherDay: string | null
}

export type AccountFact = AccountKey & { hasStatement: boolean; opening: Paise | null; closing: Paise | null }

export type AccountFigures = AccountFact & {
  in: Paise
  out: Paise
  late: Paise
  bookIn: Paise
  bookOut: Paise
  difference: Paise
  reasons: Reason[]
}

export type DayFacts = {
  day: string
  accounts: readonly AccountFact[]
  lines: readonly LineFact[]
  book: readonly BookFact[]
}

/**
 * Each account of the day: receipts and payments by its statement and by the book, and the difference (statement minus
 * book), which is the sum of its reasons.
 */
export function explainDay({ day, accounts, lines, book }: DayFacts): AccountFigures[] {
  const known = new Map(accounts.map((fact) => [keyOf(fact), fact]))
  for (const { account, method } of [...lines, ...book]) {
    const key = keyOf({ account, method })
    if (!known.has(key)) known.set(key, { account, method, hasStatement: false, opening: null, closing: null })
  }
  const [linesOf, bookOf] = [byAccount(lines), byAccount(book)]
  return [...known].map(([key, fact]) =>
    explainAccount(day, fact, { lines: linesOf.get(key) ?? [], book: bookOf.get(key) ?? [] }),
  )
}

function explainAccount(
  day: string,
  fact: AccountFact,
  { lines, book }: { lines: readonly LineFact[]; book: readonly BookFact[] },
): AccountFigures {
  const own = lines.filter(({ isLate }) => !isLate).map(({ amount }) => amount)
  const late = add(...lines.filter(({ isLate }) => isLate).map(({ amount }) => amount))
  const booked = book.map(({ amount }) => amount)
  return {
    ...fact,
    in: sumIn(own),
    out: sumOut(own),
    late,
    bookIn: sumIn(booked),
    bookOut: sumOut(booked),
    difference: subtract(add(late, ...own), add(...booked)),
    reasons: [...lines.flatMap((line) => reasonOfLine(day, line)), ...book.flatMap((item) => reasonOfBook(day, item))],
  }
}

/** The part of the difference from a line that the same day's book lacks. */
function reasonOfLine(day: string, { line, amount, isPutAside, request }: LineFact): Reason[] {
  const booking = request?.booking
  if (booking?.day === day) return [] // the booking's reason compares the two
  const reason = { amount, line, request: request && { subject: request.subject, id: request.id }, otherDay: null }
  if (booking) return reasonsApart(day, reason, { ...booking, amount: negate(booking.amount) })
  if (isPutAside) return [{ ...reason, kind: 'put_aside', isOpen: false }]
  return [{ ...reason, kind: amount > 0n ? 'line_without_deposit' : 'line_without_payout', isOpen: true }]
}

/** The part of the difference from a booking that no line of the same day shows with that amount. */
function reasonOfBook(day: string, { subject, id, event, amount, line, hasNote }: BookFact): Reason[] {
  const reason = { amount: negate(amount), line: line?.id ?? null, request: { subject, id }, otherDay: null }
  if (event === 'reversed' || (event === 'returned' && !line))
    return [{ ...reason, line: null, kind: event, isOpen: false }]
  if (!line)
    return [{ ...reason, kind: subject === 'deposit' ? 'deposit_without_line' : 'payout_without_line', isOpen: true }]
  if (line.day !== day) return reasonsApart(day, reason, { ...line, hasNote })
  if (line.amount === amount) return []
  return [{ ...reason, kind: 'other_amount', amount: subtract(line.amount, amount), isOpen: !hasNote }]
}

/**
 * The reasons for a line or a booking whose other half is on another day. What the two differ by belongs to the later day:
 * the earlier one may have been closed before anybody could see it. `other.amount`: what the other half adds on its day.
 */
function reasonsApart(
  day: string,
  reason: Omit<Reason, 'kind' | 'isOpen'>,
  other: { day: string; amount: Paise; hasNote: boolean },
): Reason[] {
  const timing: Reason = { ...reason, kind: 'timing', isOpen: false, otherDay: other.day }
  const difference = add(reason.amount, other.amount)
  if (day < other.day || difference === ZERO) return [timing]
  return [
    { ...timing, amount: negate(other.amount) },
    { ...timing, kind: 'other_amount', amount: difference, isOpen: !other.hasNote },
  ]
}

/** A day's total difference, its unexplained part, and whether a signature needs a note. */
export function sumUp(accounts: readonly AccountFigures[]): { difference: Paise; open: number; needsNote: boolean } {
  const open = accounts.flatMap(({ reasons }) => reasons).filter(({ isOpen }) => isOpen).length
  const lacksStatement = accounts.some(({ account, hasStatement }) => account !== null && !hasStatement)
  return {
    difference: add(...accounts.map(({ difference }) => difference)),
    open,
    needsNote: open > 0 || lacksStatement,
  }
}

/**
 * The balances before and after the lines of a day, in whatever order the lines are: of all balances before and after a
 * line, the one that no line led to, and the one from which no line continued. Null if a line has no balance or the
 * lines do not form a chain. If a day ends with the balance it began with, the first line in the file decides.
 */
export function balancesOf(
  lines: readonly { amount: Paise; balance: Paise | null }[],
): { opening: Paise; closing: Paise } | null {
  const counts = new Map<Paise, number>()
  for (const { amount, balance } of lines) {
    if (balance === null) return null
    const before = subtract(balance, amount)
    counts.set(before, (counts.get(before) ?? 0) + 1)
    counts.set(balance, (counts.get(balance) ?? 0) - 1)
  }
  const ends = [...counts].filter(([, n]) => n !== 0)
  const [opening, closing] = [ends.find(([, n]) => n === 1)?.[0], ends.find(([, n]) => n === -1)?.[0]]
  if (ends.length === 2 && opening !== undefined && closing !== undefined) return { opening, closing }
  const [first, second] = lines
  if (ends.length > 0 || !first || first.balance === null) return null
  const before = subtract(first.balance, first.amount)
  const isOldestFirst = !second || second.balance === null || subtract(second.balance, second.amount) === first.balance
  const end = isOldestFirst ? before : first.balance
  return { opening: end, closing: end }
}

type Signing = {
  day: string
  now: Date
  admin: number
  /** The last closed day; null if there is none. */
  closedThrough: string | null
  /** Whether the day's interest is posted for every account. */
  interestPosted: boolean
  /** The digest of the current figures, and of those that the admin saw. */
  digest: string
  shownDigest: string
  needsNote: boolean
  note: string | null
  /** The valid first signature. */
  first: { by: number; digest: string } | null
}

type DayRefusal =
  | 'day_not_over'
  | 'day_closed'
  | 'day_out_of_order'
  | 'day_interest_missing'
  | 'day_figures_changed'
  | 'day_note_required'
  | 'day_signed_already'

/** The first signature, which also replaces one for other figures; or the second, by another admin, which closes the day. */
export function judgeSigning(signing: Signing): { does: 'sign' | 'close' } | { refused: Refused<DayRefusal> } {
  const { day, now, admin, closedThrough, interestPosted, digest, shownDigest, needsNote, note, first } = signing
  if (now.getTime() < startOfDay(addDays(day, 1)).getTime() + SIGNED_AFTER_MS)
    return { refused: { code: 'day_not_over' } }
  if (closedThrough !== null && day <= closedThrough) return { refused: { code: 'day_closed' } }
  const next = nextToClose(closedThrough)
  if (next !== null && day !== next) return { refused: { code: 'day_out_of_order', params: { day: next } } }
  if (!interestPosted) return { refused: { code: 'day_interest_missing' } }
  if (shownDigest !== digest) return { refused: { code: 'day_figures_changed' } }
  if (needsNote && note === null) return { refused: { code: 'day_note_required', field: 'note' } }
  if (first?.digest !== digest) return { does: 'sign' }
  return first.by === admin ? { refused: { code: 'day_signed_already' } } : { does: 'close' }
}

/** Days are closed in sequence; the first may be any day. */
export function nextToClose(closedThrough: string | null): string | null {
  return closedThrough === null ? null : addDays(closedThrough, 1)
}

export function keyOf({ account, method }: AccountKey): string {
  return account === null ? `method ${method}` : `account ${account}`
}

function byAccount<Fact extends AccountKey>(facts: readonly Fact[]): Map<string, Fact[]> {
  const groups = new Map<string, Fact[]>()
  for (const fact of facts) {
    const group = groups.get(keyOf(fact))
    if (group) group.push(fact)
    else groups.set(keyOf(fact), [fact])
  }
  return groups
}

function sumIn(amounts: readonly Paise[]): Paise {
  return add(...amounts.filter((amount) => amount > 0n))
}

function sumOut(amounts: readonly Paise[]): Paise {
  return negate(add(...amounts.filter((amount) => amount < 0n)))
}
