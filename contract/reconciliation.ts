/** A day's bank statements compared with the book, and the close of that day by two admins. */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { lineViews } from './bankStatements.ts'
import { endpoint } from './endpoint.ts'
import { cursor, day, id, instant, nextCursor, optionalNote, person } from './shapes.ts'

/** How many differences of a day are listed, the largest first; the sums include all of them. */
export const REASONS_SHOWN_MAX = 300

/** Why statement and book differ, in the order in which they are shown. */
export const reasonKinds = [
  /** Money came in without an approved deposit. */
  'line_without_deposit',
  /** Money went out without a paid withdrawal. */
  'line_without_payout',
  'deposit_without_line',
  'payout_without_line',
  /** A deposit was approved, or a withdrawal paid, with an amount that differs from its line. */
  'other_amount',
  'put_aside',
  /** A deposit was reversed in the book. */
  'reversed',
  /** A payout was returned in the book. */
  'returned',
  /** The other half is on another day. */
  'timing',
] as const
export type ReasonKind = (typeof reasonKinds)[number]

const reconciliationReason = z.object({
  kind: z.enum(reasonKinds),
  /** Its part of the difference: money by the statement minus money by the book. */
  amount: money,
  /** Whether nobody has explained it yet. */
  is_open: z.boolean(),
  /** `view`: the list of statement lines that contains it. */
  line: z.nullable(z.object({ id, day, amount: money, text: z.string(), view: z.enum(lineViews) })),
  record: z.nullable(
    z.object({ subject: z.enum(['deposit', 'withdrawal']), id, number: z.string(), user: person, amount: money }),
  ),
  /** The day of its other half, if that is another day. */
  other_day: z.nullable(day),
  /** The note on it: why a line was ignored, a deposit reversed, another amount approved. */
  note: z.nullable(z.string()),
  /** On a closed day: whether it has been settled since. What settled it counts on the day it was done. */
  is_settled: z.boolean(),
})
export type ReconciliationReason = z.output<typeof reconciliationReason>

const reconciledAccount = z.object({
  /** Null for a payment method without a statement. */
  id: z.nullable(id),
  /** Both are null for payouts that no statement shows. */
  method_id: z.nullable(id),
  name: z.string(),
  /** Whether an imported statement covers the day. */
  has_statement: z.boolean(),
  opening: z.nullable(money),
  closing: z.nullable(money),
  sum_in: money,
  sum_out: money,
  /** Lines of closed days that were imported on this day. */
  late: money,
  book_in: money,
  book_out: money,
  difference: money,
  sums: z.array(z.object({ kind: z.enum(reasonKinds), amount: money, n: z.int() })),
  reasons: z.array(reconciliationReason),
})
export type ReconciledAccount = z.output<typeof reconciledAccount>

/** `running`: the day is not over. `signed`: by one of two admins. */
const dayStates = ['running', 'open', 'signed', 'closed'] as const
export type DayState = (typeof dayStates)[number]

const signature = z.object({ by: person, at: instant, note: z.nullable(z.string()) })

export const reconciledDay = z.object({
  day,
  state: z.enum(dayStates),
  /** What a signature covers: it changes with every figure. */
  digest: z.string(),
  accounts: z.array(reconciledAccount),
  difference: money,
  /** How many differences are unexplained. */
  open_reasons: z.int(),
  /** Whether a signature needs a note: a difference is unexplained, or an account has no statement for the day. */
  needs_note: z.boolean(),
  /** How many differences appear only in the sums. */
  not_shown: z.int(),
  /** In the order of signing. */
  signatures: z.array(signature),
  /** Whether somebody signed other figures: that signature no longer counts. */
  is_signature_outdated: z.boolean(),
  /** The day that must be closed first, if there is one. */
  close_first: z.nullable(day),
  /** For a closed day: the ledger's head at the close, that is its highest transfer and the head of its newest seal. */
  ledger: z.nullable(z.object({ transfer: z.string(), seal: z.nullable(z.string()) })),
  /** For a closed day: lines that arrived after the close, and the day on which each counts. */
  late_lines: z.array(z.object({ id, amount: money, text: z.string(), account: z.string(), counts_on: day })),
})
export type ReconciledDay = z.output<typeof reconciledDay>

export const listedDay = z.object({
  day,
  state: z.enum(dayStates),
  /** Whether an imported statement covers the day. */
  has_statement: z.boolean(),
  by_statement: money,
  by_book: money,
  difference: money,
  /** Who signed it, in the order of signing. */
  signed_by: z.array(z.string()),
})
export type ListedDay = z.output<typeof listedDay>

export const listReconciledDays = endpoint({
  name: 'listReconciledDays',
  method: 'GET',
  path: '/reconciliation/days',
  who: 'admin',
  permission: 'bank.read',
  summary: 'Business days with the figures of statements and book, newest first',
  query: z.strictObject({ cursor }),
  reply: z.object({ data: z.array(listedDay), next_cursor: nextCursor }),
})

export const readReconciledDay = endpoint({
  name: 'readReconciledDay',
  method: 'GET',
  path: '/reconciliation/days/{day}',
  who: 'admin',
  permission: 'bank.read',
  summary: 'One business day: each account by its statement and by the book, and every difference to the paisa',
  params: z.strictObject({ day }),
  reply: reconciledDay,
})

export const signReconciledDay = endpoint({
  name: 'signReconciledDay',
  method: 'POST',
  path: '/reconciliation/days/{day}/sign',
  who: 'admin',
  permission: 'statements.work',
  freshCode: 'always',
  fourEyes: 'never',
  idempotent: true,
  byDate: true,
  summary: 'Sign the figures of a day; the signature of a second admin closes it',
  refusals: [
    'day_not_over',
    'day_closed',
    'day_out_of_order',
    'day_interest_missing',
    'day_figures_changed',
    'day_note_required',
    'day_signed_already',
  ],
  params: z.strictObject({ day }),
  body: z.strictObject({
    /** The digest of the figures that the admin saw. */
    digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    note: optionalNote,
  }),
  reply: reconciledDay,
})
