/** What the operator's accounts say of a day against the book, and the close of that day by two admins. */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { lineViews } from './bankStatements.ts'
import { endpoint } from './endpoint.ts'
import { cursor, day, id, instant, nextCursor, optionalNote, person } from './shapes.ts'

/** How many differences of a day are described, the largest first; all of them are in the sums. */
export const REASONS_SHOWN_MAX = 300

/** Why statement and book differ, in the order in which they are shown. */
export const reasonKinds = [
  /** Money came that no approved deposit stands for. */
  'line_without_deposit',
  /** Money went out that no paid withdrawal stands for. */
  'line_without_payout',
  'deposit_without_line',
  'payout_without_line',
  /** A deposit was approved, or a withdrawal paid, with another amount than its line has. */
  'other_amount',
  'put_aside',
  /** A deposit was taken back in the book. */
  'reversed',
  /** A payout came back in the book. */
  'returned',
  /** The other half is on another day. */
  'timing',
] as const
export type ReasonKind = (typeof reasonKinds)[number]

const reconciliationReason = z.object({
  kind: z.enum(reasonKinds),
  /** What it adds to the difference: money by the statement, less money by the book. */
  amount: money,
  /** Nobody has said yet why this is so. */
  is_open: z.boolean(),
  /** `view`: the list of statement lines that has it. */
  line: z.nullable(z.object({ id, day, amount: money, text: z.string(), view: z.enum(lineViews) })),
  record: z.nullable(
    z.object({ subject: z.enum(['deposit', 'withdrawal']), id, number: z.string(), user: person, amount: money }),
  ),
  /** Of what has its other half on another day: that day. */
  other_day: z.nullable(day),
  /** What was written about it: why a line was put aside, a deposit reversed, another amount approved. */
  note: z.nullable(z.string()),
  /** Of a closed day: it is not so any more. What settled it counts on the day on which it was done. */
  is_settled: z.boolean(),
})
export type ReconciliationReason = z.output<typeof reconciliationReason>

const reconciledAccount = z.object({
  /** Null of a payment method without a statement. */
  id: z.nullable(id),
  /** Both are null of payouts that no statement shows. */
  method_id: z.nullable(id),
  name: z.string(),
  /** Whether a statement was imported whose period contains the day. */
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
  /** What a signature is of: it changes with every figure. */
  digest: z.string(),
  accounts: z.array(reconciledAccount),
  difference: money,
  /** How many differences nobody has explained. */
  open_reasons: z.int(),
  /** Whether a signature needs a note: something is unexplained, or an account has no statement of the day. */
  needs_note: z.boolean(),
  /** How many differences are in the sums only. */
  not_shown: z.int(),
  /** In the order of signing. */
  signatures: z.array(signature),
  /** Somebody signed other figures: that signature does not count any more. */
  is_signature_outdated: z.boolean(),
  /** Where another day must be closed first. */
  close_first: z.nullable(day),
  /** Of a closed day: the ledger's head when it was closed, its highest transfer and the head of its newest seal. */
  ledger: z.nullable(z.object({ transfer: z.string(), seal: z.nullable(z.string()) })),
  /** Of a closed day: lines that came after the close, and the day on which each counts. */
  late_lines: z.array(z.object({ id, amount: money, text: z.string(), account: z.string(), counts_on: day })),
})
export type ReconciledDay = z.output<typeof reconciledDay>

export const listedDay = z.object({
  day,
  state: z.enum(dayStates),
  /** Whether any statement was imported whose period contains the day. */
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
  permission: 'statements.work',
  summary: 'Business days with what statements and book say of each, newest first',
  query: z.strictObject({ cursor }),
  reply: z.object({ data: z.array(listedDay), next_cursor: nextCursor }),
})

export const readReconciledDay = endpoint({
  name: 'readReconciledDay',
  method: 'GET',
  path: '/reconciliation/days/{day}',
  who: 'admin',
  permission: 'statements.work',
  summary: 'One business day: each account by its statement and by the book, and why they differ, to the paisa',
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
    /** Of the figures that were shown. */
    digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    note: optionalNote,
  }),
  reply: reconciledDay,
})
