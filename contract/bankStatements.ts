/** Bank statements: what came in and went out on the operator's own accounts, matched to deposits and payouts. */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { depositStatus, decideDeposit } from './deposits.ts'
import { returnWithdrawal, withdrawalStatus } from './withdrawals.ts'
import { endpoint } from './endpoint.ts'
import { STATEMENT_BYTES_MAX } from './statementLimits.ts'
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

/** How many lines are approved in one call. */
export const APPROVED_AT_ONCE_MAX = 50

/** What a column of a statement can mean, in the order in which an admin is asked for it. */
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

const heading = z.optional(z.string().check(z.minLength(1), z.maxLength(200)))
/** Which heading stands above what; a meaning that no column has is left out. */
export const statementColumns = z.strictObject({
  date: heading,
  narration: heading,
  reference: heading,
  payer: heading,
  credit: heading,
  debit: heading,
  /** In and out in one column: then the sign, a Dr or Cr behind it or `direction` says which. */
  amount: heading,
  direction: heading,
  /** Only lines that succeeded are taken. */
  status: heading,
  balance: heading,
})
export type StatementColumns = z.output<typeof statementColumns>

/** The account of a statement: one that has statements already, a payment method, or a new one by its name. */
export const statementAccountChoice = z.union([
  z.strictObject({ account_id: id }),
  z.strictObject({ method_id: id }),
  z.strictObject({ name }),
])
export type StatementAccountChoice = z.output<typeof statementAccountChoice>

const file = z.strictObject({
  account: statementAccountChoice,
  file_name: text({ max: 200, oneLine: true }),
  /** The file itself, base64. */
  content: z.string().check(z.maxLength(Math.ceil(STATEMENT_BYTES_MAX / 3) * 4)),
  /** How its columns are read; left out: as the account's last file, or by their headings. */
  columns: z.optional(statementColumns),
})
const BODY_BYTES = Math.ceil(STATEMENT_BYTES_MAX / 3) * 4 + 16 * 1024

const statementFormats = ['csv', 'xlsx'] as const
export type StatementFormat = (typeof statementFormats)[number]

const figures = {
  format: z.enum(statementFormats),
  first_day: z.nullable(day),
  last_day: z.nullable(day),
  /** Null where the file has no balances. */
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
  /** How many of its lines were new; the others were known from other files. */
  added: z.int(),
  imported_by: z.string(),
  imported_at: instant,
})
export type BankStatement = z.output<typeof bankStatement>

export const statementAccount = z.object({
  /** Null of a payment method that has no statement yet. */
  id: z.nullable(id),
  method_id: z.nullable(id),
  name: z.string(),
  last_day: z.nullable(day),
})
export type StatementAccount = z.output<typeof statementAccount>

export const statementPreview = z.object({
  ...figures,
  /** The headings of the file in their order; empty where no row of headings was found. */
  headings: z.array(z.string()),
  columns: statementColumns,
  /** Whether these columns give a day and an amount: only then can the file be imported. */
  is_readable: z.boolean(),
  first_lines: z.array(
    z.object({ day, amount: money, reference: z.string(), narration: z.string(), payer: z.string() }),
  ),
  /** Lines that are known from other files already. */
  known: z.int(),
  /** This very file was imported before. */
  is_known_file: z.boolean(),
  /** Rows below the headings that are no lines, such as totals: how many, and the first of them. */
  skipped: z.int(),
  skipped_rows: z.array(z.object({ row: z.int(), text: z.string() })),
})
export type StatementPreview = z.output<typeof statementPreview>

/**
 * `suggested`: a pending deposit fits, or a paid withdrawal that came back. `mismatched`: the reference fits, the amount does
 * not. `matched`: the line belongs to a deposit that was approved, or a withdrawal that was paid or given back.
 */
export const lineStates = ['suggested', 'unmatched', 'mismatched', 'matched', 'ignored'] as const
export const lineState = z.enum(lineStates)
export type LineState = z.output<typeof lineState>

/** Why a line fits its deposit or withdrawal, or why not quite. */
export const matchReasons = [
  'reference',
  'qr_reference',
  'amount',
  'payer',
  'day',
  /** The bank's text says that the money came back. */
  'returned',
  /** The amount is another. */
  'other_amount',
  /** The transaction ID that was typed is not on the line. */
  'other_reference',
  /** Another request fits as well. */
  'several',
  /** The money arrived on another account than the one that was shown. */
  'other_account',
  /** Another line has this request already. */
  'used',
] as const
export const matchReason = z.enum(matchReasons)
export type MatchReason = z.output<typeof matchReason>

/** The lists that are worked: money in by its state, money out, and paid withdrawals that no line shows. */
export const lineViews = ['suggested', 'unmatched', 'mismatched', 'matched', 'ignored', 'payouts'] as const
export type LineView = (typeof lineViews)[number]

export const statementLine = z.object({
  id,
  account: person,
  day,
  /** Below zero: money out. */
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
    }),
  ),
  /** Paid by a line of money out; come back with a line of money in. */
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
  /** Of a line that was matched or ignored by hand. */
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
  permission: 'statements.work',
  summary: 'The accounts that statements belong to: those that have some, and the payment methods that have none yet',
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
  bodyBytes: BODY_BYTES,
  summary: 'What a file would bring: its columns, period and sums, and how much of it is known; keeps nothing',
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
  bodyBytes: BODY_BYTES,
  summary: 'Import a statement; what is known already is not added again, and the same file is answered as it was',
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
  permission: 'statements.work',
  summary: 'The imported statements, newest first',
  query: z.strictObject({ cursor }),
  reply: z.object({ data: z.array(bankStatement), next_cursor: nextCursor }),
})

export const listStatementLines = endpoint({
  name: 'listStatementLines',
  method: 'GET',
  path: '/bank-statement-lines',
  who: 'admin',
  permission: 'statements.work',
  summary: 'Lines of one of the working lists, newest first, with how many each list has',
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
  summary: 'Approve a pending deposit with the amount of a line: the decision of a deposit, with the line as its proof',
  refusals: ['line_used', 'not_incoming', 'unknown_deposit', 'deposit_on_line', ...decideDeposit.refusals],
  params: one,
  body: z.strictObject({
    deposit_id: id,
    /** Required by the deposit's rule where the line's amount is not the requested one. */
    admin_note: optionalNote,
  }),
  reply: statementLine,
})

const outcome = z.discriminatedUnion('outcome', [
  z.object({ line: id, outcome: z.literal('approved') }),
  /** Another admin must approve it. */
  z.object({ line: id, outcome: z.literal('proposed') }),
  z.object({
    line: id,
    outcome: z.literal('refused'),
    code: z.string(),
    message: z.string(),
    /** The figures of that sentence. */
    params: z.nullable(z.record(z.string(), z.unknown())),
  }),
])
export type ApprovalOutcome = z.output<typeof outcome>

export const approveStatementLines = endpoint({
  name: 'approveStatementLines',
  method: 'POST',
  path: '/bank-statement-lines/approve',
  who: 'admin',
  permission: 'deposits.decide',
  freshCode: 'always',
  // Each line is a call of `approveStatementLine`, which may become a proposal of its own.
  fourEyes: 'never',
  summary: 'Approve the suggestions of several lines, one after the other, each with an outcome of its own',
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
  summary: 'A line is a payout that came back: the return of a withdrawal, with the line as its proof',
  refusals: ['line_used', 'not_incoming', 'no_such_payout', 'payout_on_line', ...returnWithdrawal.refusals],
  params: one,
  body: z.strictObject({
    withdrawal_id: id,
    /** The user reads the reason. */
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
  summary: 'Put a line aside that is no deposit or payout, saying why',
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
  summary: 'Take a line back into the lists that was put aside',
  refusals: ['line_used'],
  params: one,
  reply: statementLine,
})
