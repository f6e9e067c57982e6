/** Payout batches: withdrawals to bank accounts paid by one bulk file of the bank, and the bank's result file. */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { FILE_BODY_BYTES, fileContent, heading, refusedOutcome } from './bankFiles.ts'
import { endpoint } from './endpoint.ts'
import { paise } from './money.ts'
import { cursor, id, instant, nextCursor, pathId, person, text } from './shapes.ts'
import { payeeFlags } from './payees.ts'
import { claimWithdrawal, releaseWithdrawal, reportedPayment } from './withdrawals.ts'

/** Each withdrawal is decided by itself when the result arrives, so one admin must be able to review a whole batch. */
export const BATCH_ROWS_MAX = 200
/** One crore: the limit of a bulk file at a usual business account. */
export const BATCH_AMOUNT_MAX = paise(1_00_00_000_00n)
/** IMPS carries at most ₹5,00,000 in one payment; larger payments go by NEFT. */
export const IMPS_AMOUNT_MAX = paise(5_00_000_00n)

/**
 * The outcome of one withdrawal of a batch. `waiting`: nothing is known yet; `unknown`: the bank has not settled it;
 * `proposed`: paid, and another admin must approve it; `sent_back`: paid, and the bank returned it later; `refused`:
 * the bank refused it, and it is back in the queue; `taken_out`: removed before the bank had it.
 */
export const payoutState = z.enum([
  'waiting',
  'unknown',
  'proposed',
  'paid',
  'sent_back',
  'refused',
  'rejected',
  'cancelled',
  'taken_out',
])
export type PayoutState = z.output<typeof payoutState>

/** The states of a withdrawal that still waits; a batch without any is done. */
export const waitingStates = ['waiting', 'unknown', 'proposed'] as const satisfies readonly PayoutState[]

const summary = {
  id,
  made_by: person,
  made_at: instant,
  /** How many withdrawals the batch was made of, and the sum that arrives. */
  size: z.int(),
  amount: money,
  waiting: z.int(),
  paid: z.int(),
  /** Refused, rejected, cancelled, taken out or sent back: not paid by this batch. */
  unpaid: z.int(),
}

export const payoutBatch = z.object(summary)
export type PayoutBatch = z.output<typeof payoutBatch>

const withdrawalOfBatch = {
  withdrawal_id: id,
  number: z.string(),
  user: person,
  /** The payee on one line, without the full account number. */
  payee: z.string(),
  /** The amount that arrives. */
  amount: money,
}

export const batchedPayout = z.object({
  ...withdrawalOfBatch,
  state: payoutState,
  /** The admin who pays it; null if nobody does. */
  claimed_by: z.nullable(person),
  /** Whether its owner's money was stopped since; then the file leaves it out. */
  is_stopped: z.boolean(),
  transaction_id: z.nullable(z.string()),
  /** By the result of any batch. */
  reported_payments: z.array(reportedPayment),
})
export type BatchedPayout = z.output<typeof batchedPayout>

export const payoutDownload = z.object({
  by: person,
  at: instant,
  /** How many payments the file contained. */
  rows: z.int(),
})
export type PayoutDownload = z.output<typeof payoutDownload>

export const payoutBatchDetails = z.object({
  ...summary,
  payouts: z.array(batchedPayout),
  /** Of its file, newest first. */
  downloads: z.array(payoutDownload),
})
export type PayoutBatchDetails = z.output<typeof payoutBatchDetails>

/** Why a pending withdrawal cannot be put in a batch. */
export const hindrances = ['claimed_by_other', 'frozen', 'kyc_missing', 'in_batch', 'own_request', 'proposed'] as const
export type Hindrance = (typeof hindrances)[number]

export const payoutCandidate = z.object({
  ...withdrawalOfBatch,
  created_at: instant,
  /** Null if nobody pays it yet: the batch claims it. */
  claimed_by: z.nullable(person),
  flags: z.array(z.enum(payeeFlags)),
  /** Whether the requested amount is unusual for its person (unusual.ts). Absent only from programs before this field. */
  is_unusual: z.optional(z.boolean()),
  hindrance: z.nullable(z.enum(hindrances)),
})
export type PayoutCandidate = z.output<typeof payoutCandidate>

export const listPayoutBatches = endpoint({
  name: 'listPayoutBatches',
  method: 'GET',
  path: '/payout-batches',
  who: 'admin',
  permission: 'bank.read',
  summary: 'The batches, newest first, each with the outcomes of its withdrawals',
  query: z.strictObject({ cursor }),
  reply: z.object({ data: z.array(payoutBatch), next_cursor: nextCursor }),
})

export const listPayoutCandidates = endpoint({
  name: 'listPayoutCandidates',
  method: 'GET',
  path: '/payout-batches/candidates',
  who: 'admin',
  permission: 'withdrawals.decide',
  summary: 'Pending withdrawals to bank accounts, oldest first, and why one cannot be put in a batch',
  query: z.strictObject({ cursor }),
  reply: z.object({ data: z.array(payoutCandidate), next_cursor: nextCursor }),
})

export const makePayoutBatch = endpoint({
  name: 'makePayoutBatch',
  method: 'POST',
  path: '/payout-batches',
  who: 'admin',
  permission: 'withdrawals.decide',
  freshCode: 'never',
  fourEyes: 'never',
  summary: 'Put withdrawals in a batch: all of them or none; unclaimed ones are claimed',
  refusals: [
    ...claimWithdrawal.refusals,
    'not_by_bank',
    'withdrawal_in_batch',
    'batch_too_large',
    'unknown_withdrawal',
    'not_found', // the withdrawal is gone by now
  ],
  idempotent: true,
  body: z.strictObject({ withdrawal_ids: z.array(id).check(z.minLength(1), z.maxLength(BATCH_ROWS_MAX)) }),
  reply: payoutBatchDetails,
  status: 201,
})

const one = z.strictObject({ id: pathId })

export const payoutBatchById = endpoint({
  name: 'payoutBatchById',
  method: 'GET',
  path: '/payout-batches/{id}',
  who: 'admin',
  permission: 'bank.read',
  summary: 'A batch with its withdrawals and their outcomes',
  params: one,
  reply: payoutBatchDetails,
})

export const payoutWays = ['neft', 'imps'] as const
export type PayoutWay = (typeof payoutWays)[number]
export const payoutFormats = ['csv', 'xlsx'] as const
export type PayoutFormat = (typeof payoutFormats)[number]

export const downloadPayoutFile = endpoint({
  name: 'downloadPayoutFile',
  method: 'GET',
  path: '/payout-batches/{id}/file',
  who: 'admin',
  permission: 'withdrawals.decide',
  freshCode: 'always',
  limit: 'statement',
  summary: "The bank's bulk file of the waiting withdrawals that the caller pays, with full account numbers; logged",
  refusals: ['nothing_to_pay'],
  params: one,
  query: z.strictObject({ way: z.enum(payoutWays), format: z.enum(payoutFormats) }),
  reply: 'file',
})

export const takeOutOfPayoutBatch = endpoint({
  name: 'takeOutOfPayoutBatch',
  method: 'POST',
  path: '/payout-batches/{id}/take-out',
  who: 'admin',
  permission: 'withdrawals.decide',
  freshCode: 'never',
  fourEyes: 'never',
  summary: 'Take a withdrawal out of a batch that the bank does not have yet, and release its claim',
  refusals: [...releaseWithdrawal.refusals, 'not_in_batch'],
  idempotent: true,
  params: one,
  body: z.strictObject({ withdrawal_id: id }),
  reply: payoutBatchDetails,
})

export const takeOverPayoutBatch = endpoint({
  name: 'takeOverPayoutBatch',
  method: 'POST',
  path: '/payout-batches/{id}/take-over',
  who: 'admin',
  permission: 'withdrawals.decide',
  freshCode: 'never',
  fourEyes: 'never',
  summary: 'Take over all waiting withdrawals of a batch that another, named admin pays: all of them or none',
  refusals: [...claimWithdrawal.refusals, 'nothing_to_take_over'],
  idempotent: true,
  params: one,
  body: z.strictObject({ take_over_from: id }),
  reply: payoutBatchDetails,
})

/** Why a row of a result file is not accepted. */
const resultProblems = [
  /** Its reference matches no withdrawal of this batch. */
  'not_in_batch',
  /** Several rows have this reference. */
  'twice',
  'amount_differs',
  'account_differs',
  /** Paid, but without a bank reference, or with a text that cannot be one. */
  'no_utr',
  /** Another withdrawal or several rows have this bank reference. */
  'utr_used',
  /** Paid, but another payment already paid the withdrawal: the money may have left twice. */
  'paid_twice',
  /** Paid, but the withdrawal was rejected, cancelled or taken out: the money has left although it was given back. */
  'paid_after_end',
  /** Refused, but the bank reported a payment before. */
  'refused_after_report',
  /** Returned, but the withdrawal is marked as paid. */
  'returned_after_paid',
  /** Another admin pays the withdrawal. */
  'claimed_by_other',
] as const
export type ResultProblem = (typeof resultProblems)[number]

/** What a row would do: `done` changes nothing, because it has already happened. */
const resultActs = ['pay', 'refuse', 'wait', 'done', 'problem'] as const
export type ResultAct = (typeof resultActs)[number]

/** What a column of a result file can mean, in the order in which the panel offers the meanings. */
export const resultMeanings = ['reference', 'status', 'amount', 'utr', 'reason', 'account'] as const
export type ResultMeaning = (typeof resultMeanings)[number]

/** The heading of the column for each meaning; a meaning without a column is left out. */
export const resultColumns = z.strictObject({
  /** Our own reference. */
  reference: heading,
  status: heading,
  amount: heading,
  utr: heading,
  reason: heading,
  account: heading,
})
export type ResultColumns = z.output<typeof resultColumns>

const resultRow = z.object({
  /** Counted from 1, as a spreadsheet shows it. */
  row: z.int(),
  /** Null if the row matches no withdrawal of the batch. */
  withdrawal_id: z.nullable(id),
  number: z.string(),
  user: z.nullable(person),
  /** Null if the file has no readable amount. */
  amount: z.nullable(money),
  /** The amount in the batch, if its reference is in it. */
  expected: z.optional(money),
  act: z.enum(resultActs),
  problem: z.nullable(z.enum(resultProblems)),
  /** Of a problem: whether the bank may have paid it, so that the import keeps the payout out of other files. */
  with_bank: z.boolean(),
  /** Of a problem: whether the import adds the reported payment to the record of the withdrawal. */
  is_reported: z.boolean(),
  /** What the bank reported before, if the row does not say the same. */
  reported_payments: z.array(reportedPayment),
  utr: z.string(),
  /** In the bank's words. */
  status: z.string(),
  reason: z.string(),
})
export type ResultRow = z.output<typeof resultRow>

export const resultPreview = z.object({
  /** The headings of the file in their order. */
  headings: z.array(z.string()),
  columns: resultColumns,
  /** Whether these columns give a reference, a status and an amount; if not, there are no rows. */
  is_readable: z.boolean(),
  rows: z.array(resultRow),
  /** How many waiting withdrawals of the batch the file does not contain. */
  missing: z.int(),
})
export type ResultPreview = z.output<typeof resultPreview>

/** How its columns are read; if left out, as in the last file with the same headings, or by their headings. */
const columns = z.optional(resultColumns)
const fileRefusals = ['statement_unreadable', 'statement_too_large', 'result_without_rows'] as const

export const previewPayoutResult = endpoint({
  name: 'previewPayoutResult',
  method: 'POST',
  path: '/payout-batches/{id}/result/preview',
  who: 'admin',
  permission: 'withdrawals.decide',
  freshCode: 'never',
  fourEyes: 'never',
  limit: 'statement',
  bodyBytes: FILE_BODY_BYTES,
  summary: "What the bank's result file would do to each withdrawal of a batch; nothing is stored",
  refusals: fileRefusals,
  params: one,
  body: z.strictObject({ content: fileContent, columns }),
  reply: resultPreview,
})

/** What happens to a withdrawal that the bank refused: its amount goes back to the wallet, or it is paid later. */
const refusalChoices = ['reject', 'retry'] as const
export type RefusalChoice = (typeof refusalChoices)[number]

const outcomeOfRow = z.discriminatedUnion('outcome', [
  z.object({ withdrawal_id: id, outcome: z.literal('paid') }),
  /** Another admin must approve the payment. */
  z.object({ withdrawal_id: id, outcome: z.literal('proposed') }),
  z.object({ withdrawal_id: id, outcome: z.literal('rejected') }),
  /** Back in the queue. */
  z.object({ withdrawal_id: id, outcome: z.literal('retried') }),
  z.object({ withdrawal_id: id, outcome: z.literal('unknown') }),
  /** Not applied: the reported payment is in the record of the withdrawal. */
  z.object({ withdrawal_id: id, outcome: z.literal('reported') }),
  z.object({ withdrawal_id: id, ...refusedOutcome }),
])
export type PayoutOutcome = z.output<typeof outcomeOfRow>

export const applyPayoutResult = endpoint({
  name: 'applyPayoutResult',
  method: 'POST',
  path: '/payout-batches/{id}/result',
  who: 'admin',
  permission: 'withdrawals.decide',
  freshCode: 'always',
  // Each payment is a call of `decideWithdrawal`, which may become a proposal by itself.
  fourEyes: 'never',
  limit: 'statement',
  bodyBytes: FILE_BODY_BYTES,
  summary: 'Apply a result file: each withdrawal is decided by itself, with its own outcome; the file is not stored',
  refusals: fileRefusals,
  idempotent: true,
  params: one,
  body: z.strictObject({
    content: fileContent,
    columns,
    /** For withdrawals that the bank refused; one that is left out stays as it is. */
    refused: z
      .array(z.strictObject({ withdrawal_id: id, choice: z.enum(refusalChoices) }))
      .check(z.maxLength(BATCH_ROWS_MAX)),
  }),
  reply: z.object({ outcomes: z.array(outcomeOfRow), batch: payoutBatchDetails }),
})

export const dismissReportedPayment = endpoint({
  name: 'dismissReportedPayment',
  method: 'POST',
  path: '/reported-payments/{id}/dismiss',
  who: 'admin',
  permission: 'withdrawals.decide',
  freshCode: 'always',
  fourEyes: 'never',
  summary:
    'Dismiss a payment that a result reported: the bank has not made it, or has sent it back. The withdrawal itself stays as it is',
  refusals: ['own_request', 'changed_meanwhile'],
  idempotent: true,
  params: one,
  /** What the bank has answered; for the audit log. */
  body: z.strictObject({ reason: text({ max: 500 }) }),
  reply: reportedPayment,
})
