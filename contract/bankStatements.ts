/** Bank statements: what the operator's own accounts received and paid, matched to deposits and payouts. */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { FILE_BODY_BYTES, fileContent, heading, refusedOutcome } from './bankFiles.ts'
import { depositStatus, decideDeposit } from './deposits.ts'
import { returnWithdrawal, withdrawalStatus } from './withdrawals.ts'
import { endpoint } from './endpoint.ts'
import {
  cursor,
  day,
  id,
  instant,
  name,
  nextCursor,
  note,
  optionalNote,
  pathId,
  person,
  search,
  text,
} from './shapes.ts'

/** How many lines one call may approve. */
export const APPROVED_AT_ONCE_MAX = 50

/** What a column of a statement can mean, in the order in which the panel offers the meanings. */
export const columnMeanings = [
  'date',
  'narration',
  'reference',
  'payer',
  'credit',
  'debit',
  'amount',
  'direction',
  'status',
  'balance',
] as const
export type ColumnMeaning = (typeof columnMeanings)[number]

/** The heading of the column for each meaning; a meaning without a column is left out. */
export const statementColumns = z.strictObject({
  date: heading,
  narration: heading,
  reference: heading,
  payer: heading,
  credit: heading,
  debit: heading,
  /** Credits and debits in one column: the sign, a Dr or Cr after the number, or `direction` tells them apart. */
  amount: heading,
  direction: heading,
  /** Only lines whose status is success are imported. */
  status: heading,
  balance: heading,
})
export type StatementColumns = z.output<typeof statementColumns>

/** The account of a statement: one that already has statements, a payment method, or a new account by its name. */
export const statementAccountChoice = z.union([
  z.strictObject({ account_id: id }),
  z.strictObject({ method_id: id }),
  z.strictObject({ name }),
])
export type StatementAccountChoice = z.output<typeof statementAccountChoice>

const file = z.strictObject({
  account: statementAccountChoice,
  file_name: text({ max: 200, oneLine: true }),
  content: fileContent,
  /** How its columns are read; if left out, as in the account's last file, or by their headings. */
  columns: z.optional(statementColumns),
})

const statementFormats = ['csv', 'xlsx'] as const
export type StatementFormat = (typeof statementFormats)[number]

const figures = {
  format: z.enum(statementFormats),
  first_day: z.nullable(day),
  last_day: z.nullable(day),
  /** Null if the file has no balances. */
  opening_balance: z.nullable(money),
  closing_balance: z.nullable(money),
  sum_in: money,
  sum_out: money,
  lines: z.int(),
}

export const bankStatement = z.object({
  id,
  account: person,
  file_name: z.string(),
  ...figures,
  /** How many of its lines were new; the others were already known from other files. */
  added: z.int(),
  imported_by: z.string(),
  imported_at: instant,
})
export type BankStatement = z.output<typeof bankStatement>

export const statementAccount = z.object({
  /** Null for a payment method that has no statement yet. */
  id: z.nullable(id),
  method_id: z.nullable(id),
  name: z.string(),
  last_day: z.nullable(day),
})
export type StatementAccount = z.output<typeof statementAccount>

/** Why a row below the headings is not a line; the first reason that applies. */
export const noLineReasons = [
  'more_cells',
  'no_day',
  'later_day',
  'not_successful',
  'no_amount',
  'no_direction',
] as const
export type NoLineReason = (typeof noLineReasons)[number]

export const statementPreview = z.object({
  ...figures,
  /** The headings in the file's order; empty if no row of headings was found. */
  headings: z.array(z.string()),
  columns: statementColumns,
  /** Whether these columns give a day and an amount; if not, the file cannot be imported. */
  is_readable: z.boolean(),
  first_lines: z.array(
    z.object({ day, amount: money, reference: z.string(), narration: z.string(), payer: z.string() }),
  ),
  /** How many lines are already known from other files. */
  known: z.int(),
  /** Whether exactly this file was imported before. */
  is_known_file: z.boolean(),
  /** Rows below the headings that are not lines, such as totals: how many there are, and the first of them. */
  skipped: z.int(),
  skipped_rows: z.array(z.object({ row: z.int(), text: z.string(), reason: z.enum(noLineReasons) })),
})
export type StatementPreview = z.output<typeof statementPreview>

/**
 * `suggested`: a pending deposit fits, or a paid withdrawal that came back. `mismatched`: the reference fits but the
 * amount does not. `matched`: the line belongs to an approved deposit, or to a withdrawal that was paid or returned.
 */
export const lineStates = ['suggested', 'unmatched', 'mismatched', 'matched', 'ignored'] as const
export const lineState = z.enum(lineStates)
export type LineState = z.output<typeof lineState>

/** Why a line fits its deposit or withdrawal, or why it does not quite fit. */
export const matchReason = z.enum([
  'reference',
  'qr_reference',
  'amount',
  'payer',
  'day',
  /** The bank's text indicates a returned payment. */
  'returned',
  /** The amount differs. */
  'other_amount',
  /** The typed transaction ID is not on the line. */
  'other_reference',
  /** Another request fits equally well. */
  'several',
  /** The money arrived on another account than the one shown to the payer. */
  'other_account',
  /** Another line already has this request. */
  'used',
])
export type MatchReason = z.output<typeof matchReason>

/** The working lists: money in by its state, and money out. */
export const lineViews = [...lineStates, 'payouts'] as const
export type LineView = (typeof lineViews)[number]

export const statementLine = z.object({
  id,
  account: person,
  day,
  /** Negative for money out. */
  amount: money,
  reference: z.string(),
  narration: z.string(),
  payer: z.string(),
  state: lineState,
  reasons: z.array(matchReason),
  deposit: z.nullable(
    z.object({
      id,
      number: z.string(),
      user: person,
      requested_amount: money,
      approved_amount: z.nullable(money),
      transaction_id: z.string(),
      status: depositStatus,
      created_at: instant,
      /** The person's largest other approved deposit; null if there is none. */
      largest_approved: z.nullable(money),
      /** Whether its own dialog warns of the person (frozen, inactive, linked to the reader), of its transaction ID or of its payee. */
      has_warnings: z.boolean(),
    }),
  ),
  /** The withdrawal that a line of money out paid, or that a line of money in returned. */
  withdrawal: z.nullable(
    z.object({
      id,
      number: z.string(),
      user: person,
      paid_amount: money,
      status: withdrawalStatus,
      transaction_id: z.string(),
      decided_at: instant,
    }),
  ),
  /** The admin who matched or ignored the line by hand. */
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(instant),
  ignored_because: z.nullable(z.string()),
})
export type StatementLine = z.output<typeof statementLine>

export const listStatementAccounts = endpoint({
  name: 'listStatementAccounts',
  method: 'GET',
  path: '/bank-statements/accounts',
  who: 'admin',
  permission: 'bank.read',
  summary: 'The accounts that have statements, and the payment methods that have none yet',
  reply: z.array(statementAccount),
})

export const previewBankStatement = endpoint({
  name: 'previewBankStatement',
  method: 'POST',
  path: '/bank-statements/preview',
  who: 'admin',
  permission: 'statements.work',
  freshCode: 'never',
  fourEyes: 'never',
  limit: 'statement',
  bodyBytes: FILE_BODY_BYTES,
  summary: 'Preview a file: its columns, period and sums, and how much of it is already known; nothing is stored',
  refusals: ['statement_unreadable', 'statement_too_large', 'method_unavailable'],
  body: file,
  reply: statementPreview,
})

export const importBankStatement = endpoint({
  name: 'importBankStatement',
  method: 'POST',
  path: '/bank-statements',
  who: 'admin',
  permission: 'statements.work',
  freshCode: 'never',
  fourEyes: 'never',
  idempotent: true,
  bodyBytes: FILE_BODY_BYTES,
  summary: 'Import a statement; known lines are not added again, and the same file gets its first answer again',
  refusals: ['statement_unreadable', 'statement_too_large', 'statement_without_lines', 'method_unavailable'],
  body: file,
  reply: bankStatement,
  status: 201,
})

export const listBankStatements = endpoint({
  name: 'listBankStatements',
  method: 'GET',
  path: '/bank-statements',
  who: 'admin',
  permission: 'bank.read',
  summary: 'The imported statements, newest first',
  query: z.strictObject({ cursor }),
  reply: z.object({ data: z.array(bankStatement), next_cursor: nextCursor }),
})

export const listStatementLines = endpoint({
  name: 'listStatementLines',
  method: 'GET',
  path: '/bank-statement-lines',
  who: 'admin',
  permission: 'bank.read',
  summary: 'The lines of a working list, newest first, with the size of each list',
  query: z.strictObject({
    view: z.enum(lineViews),
    account: z.optional(pathId),
    /** Narrows payouts, which are listed in every state. */
    state: z.optional(lineState),
    search,
    cursor,
  }),
  reply: z.object({
    data: z.array(statementLine),
    next_cursor: nextCursor,
    counts: z.object({
      suggested: z.int(),
      unmatched: z.int(),
      mismatched: z.int(),
      matched: z.int(),
      ignored: z.int(),
      payouts: z.int(),
    }),
    /** The setting `unusual_amount_above`: above it, an approval requires a second look. */
    unusual_above: money,
  }),
})

const one = z.strictObject({ id: pathId })

export const approveStatementLine = endpoint({
  name: 'approveStatementLine',
  method: 'POST',
  path: '/bank-statement-lines/{id}/approve',
  who: 'admin',
  permission: 'deposits.decide',
  freshCode: 'always',
  fourEyes: 'sometimes',
  idempotent: true,
  summary: 'Approve a pending deposit with the amount of a line: decides the deposit, with the line as its proof',
  refusals: ['line_used', 'not_incoming', 'unknown_deposit', 'deposit_on_line', ...decideDeposit.refusals],
  params: one,
  body: z.strictObject({
    deposit_id: id,
    /** The deposit's rule requires it if the line's amount is not the requested one. */
    admin_note: optionalNote,
  }),
  reply: statementLine,
})

const outcome = z.discriminatedUnion('outcome', [
  z.object({ line: id, outcome: z.literal('approved') }),
  /** Another admin must approve it first. */
  z.object({ line: id, outcome: z.literal('proposed') }),
  z.object({ line: id, ...refusedOutcome }),
])
export type ApprovalOutcome = z.output<typeof outcome>

export const approveStatementLines = endpoint({
  name: 'approveStatementLines',
  method: 'POST',
  path: '/bank-statement-lines/approve',
  who: 'admin',
  permission: 'deposits.decide',
  freshCode: 'always',
  // Each line is a call of `approveStatementLine`, which may become a proposal by itself.
  fourEyes: 'never',
  summary: 'Approve the suggestions of several lines, one after the other, each with its own outcome',
  body: z.strictObject({
    lines: z.array(z.strictObject({ id, deposit_id: id })).check(z.minLength(1), z.maxLength(APPROVED_AT_ONCE_MAX)),
  }),
  reply: z.object({ outcomes: z.array(outcome) }),
})

export const returnByStatementLine = endpoint({
  name: 'returnByStatementLine',
  method: 'POST',
  path: '/bank-statement-lines/{id}/return',
  who: 'admin',
  permission: 'withdrawals.decide',
  freshCode: 'always',
  fourEyes: 'sometimes',
  idempotent: true,
  summary: 'Mark a line as a payout that came back: returns the withdrawal, with the line as its proof',
  refusals: ['line_used', 'not_incoming', 'no_such_payout', 'payout_on_line', ...returnWithdrawal.refusals],
  params: one,
  body: z.strictObject({
    withdrawal_id: id,
    /** Shown to the user. */
    reason: note,
  }),
  reply: statementLine,
})

export const ignoreStatementLine = endpoint({
  name: 'ignoreStatementLine',
  method: 'POST',
  path: '/bank-statement-lines/{id}/ignore',
  who: 'admin',
  permission: 'statements.work',
  freshCode: 'never',
  fourEyes: 'never',
  idempotent: true,
  summary: 'Ignore a line that is neither a deposit nor a payout, with a reason',
  refusals: ['line_used'],
  params: one,
  body: z.strictObject({ reason: note }),
  reply: statementLine,
})

export const reopenStatementLine = endpoint({
  name: 'reopenStatementLine',
  method: 'POST',
  path: '/bank-statement-lines/{id}/reopen',
  who: 'admin',
  permission: 'statements.work',
  freshCode: 'never',
  fourEyes: 'never',
  idempotent: true,
  summary: 'Put an ignored line back into the lists',
  refusals: ['line_used'],
  params: one,
  reply: statementLine,
})
