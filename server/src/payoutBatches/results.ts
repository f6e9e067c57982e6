/** The bank's result file: previewed first, then applied, with each withdrawal decided by itself. */
import * as calls from '@bittkosh/contract/payoutBatches'
import type { PayoutOutcome, RefusalChoice, ResultColumns } from '@bittkosh/contract/payoutBatches'
import { claimWithdrawal, decideWithdrawal, releaseWithdrawal } from '@bittkosh/contract/withdrawals'
import { isBreakable, isPlainText } from '@bittkosh/contract/shapes'
import { record } from '../audit/actions.ts'
import { readBankFile } from '../bankStatements/actions.ts'
import { type Db, transaction } from '../platform/database/database.ts'
import {
  type Answer,
  type Call,
  type DbOf,
  read,
  type Review,
  type Route,
  writeInStages,
  writeWithin,
} from '../platform/http/http.ts'
import { requireActive, requireStillAdmin } from '../platform/http/once.ts'
import { type MayRefuse, Refusal, refusedOutcome, refuse } from '../platform/http/refuse.ts'
import { byAdmin } from '../requests/deciding.ts'
import {
  claimSent,
  decideFor,
  holdWithdrawal,
  releaseFor,
  type ReportedRow,
  requireNotReported,
  serializeReport,
} from '../withdrawals/actions.ts'
import { findBatch, withStops } from './batch.ts'
import {
  noteGivenUp,
  noteWithBank,
  payoutsOf,
  saveResultColumns,
  savedResultColumns,
  withdrawalsWith,
} from './queries.ts'
import { type FileRow, findHeadings, isReadable, readResult } from './resultFile.ts'
import { noteReported } from './reports.ts'
import { contradicts, isReport, isWithBank, judgeResult, keyOf, type KnownPayout, type Verdict } from './verdicts.ts'

/** The calls for results; `review` is the four-eyes check, which each payment passes through by itself. */
export function resultRoutes(review: Review): Route[] {
  const reviewed = {
    applyPayoutResult: (call: Call<typeof calls.applyPayoutResult>) => applyPayoutResult(call, review),
  }
  return [
    read(calls.previewPayoutResult, previewPayoutResult),
    writeInStages(calls.applyPayoutResult, reviewed.applyPayoutResult),
  ]
}

export async function previewPayoutResult(
  call: Call<typeof calls.previewPayoutResult>,
  db: DbOf<typeof calls.previewPayoutResult>,
): Promise<Answer<typeof calls.previewPayoutResult>> {
  const batch = (await findBatch(db, call.params.id)) ?? refuse(db, 'not_found')
  const { verdicts, payouts, headings, columns } = await judgeFile(call, db)
  const named = new Set(verdicts.map(({ payout }) => payout?.withdrawal))
  const users = new Map(batch.payouts.map(({ withdrawal_id, user }) => [withdrawal_id, user]))
  const rows = verdicts.map(({ row, payout, act, problem }) => ({
    row: row.row,
    withdrawal_id: payout?.withdrawal ?? null,
    number: row.reference,
    user: (payout && users.get(payout.withdrawal)) ?? null,
    amount: row.amount,
    ...(payout && { expected: payout.amount }),
    act,
    problem,
    with_bank: act === 'problem' && payout !== null && isWithBank(row, payout),
    is_reported: act === 'problem' && payout !== null && isReport(row, payout) && !payout.reported.includes(keyOf(row)),
    reported_payments: (payout?.reports ?? [])
      .filter((one) => contradicts(row, one.reference_key))
      .map(serializeReport),
    utr: row.utr,
    status: row.status,
    reason: row.reason,
  }))
  const missing = payouts.filter((payout) => isOpen(payout) && !named.has(payout.withdrawal)).length
  return { headings, columns, is_readable: isReadable(columns), rows, missing }
}

/** Applies each row in its own transaction, so that one refusal holds back no other payment. */
export async function applyPayoutResult(
  call: Call<typeof calls.applyPayoutResult>,
  review: Review,
): Promise<Answer<typeof calls.applyPayoutResult>> {
  const { db } = call.services
  const { params, body, at } = call
  const { made_at: sentAt } = (await findBatch(db, params.id)) ?? refuse(db, 'not_found')
  const { verdicts, headings } = await judgeFile(call, db)
  if (verdicts.length === 0) refuse(db, { code: 'result_without_rows', field: 'columns' })
  const choices = new Map(body.refused.map(({ withdrawal_id, choice }) => [withdrawal_id, choice]))
  const outcomes: PayoutOutcome[] = []
  for (const verdict of verdicts) {
    const outcome =
      verdict.payout && (await takeRow(call, review, { verdict, payout: verdict.payout, choices, sentAt }))
    // A withdrawal on several rows has one outcome.
    if (outcome && !outcomes.some((one) => one.withdrawal_id === outcome.withdrawal_id)) outcomes.push(outcome)
  }
  if (outcomes.length > 0) {
    await transaction(db, async (tx) => {
      if (body.columns) await saveResultColumns(tx, at, headings, body.columns)
      const after = { rows: outcomes.length }
      record(tx, call, { action: 'payout result taken', subject: 'payout batch', subjectId: params.id, after })
    })
  }
  const batch = (await findBatch(db, params.id)) ?? refuse(db, 'not_found')
  return { outcomes, batch }
}

type Judged = { verdicts: Verdict<Payout>[]; payouts: Payout[]; headings: string[]; columns: ResultColumns }
type Payout = KnownPayout & { isStopped: boolean; reports: readonly ReportedRow[] }
type FileCall = MayRefuse<'statement_unreadable' | 'statement_too_large' | 'result_without_rows'> & {
  params: { id: number }
  body: { content: string; columns?: ResultColumns | undefined }
  user: { id: number }
}

async function judgeFile(call: FileCall, db: Db): Promise<Judged> {
  const { cells } = await readBankFile(call, Buffer.from(call.body.content, 'base64'))
  const { row, headings, columns: known } = findHeadings(cells)
  const columns = call.body.columns ?? (await savedResultColumns(db, headings)) ?? known
  const rows = readResult(cells, { row, columns })
  if (rows.length === 0 && (isReadable(columns) || headings.length === 0))
    refuse(call, { code: 'result_without_rows', field: 'content' })
  const payouts = (await withStops(db, await payoutsOf(db, call.params.id))).map(({ row, isStopped }) => ({
    withdrawal: row.withdrawal_id,
    number: row.number,
    amount: row.amount,
    account: row.details.account_number,
    state: row.state,
    payment: row.payment,
    claimedBy: row.claimed_by,
    transactionId: row.transaction_id ?? row.proposed_transaction_id,
    reported: row.reported_payments.map((one) => one.reference_key),
    reports: row.reported_payments,
    isStopped,
  }))
  const usedBy = await withdrawalsWith(db, rows.map(keyOf))
  return { verdicts: judgeResult(rows, { payouts, usedBy, admin: call.user.id }), payouts, headings, columns }
}

function isOpen({ state }: KnownPayout): boolean {
  return state === 'waiting' || state === 'unknown'
}

/** `sentAt`: when the batch was made. */
type Taken = { verdict: Verdict<Payout>; payout: Payout; choices: ReadonlyMap<number, RefusalChoice>; sentAt: Date }

/** The outcome of one row; undefined if there was nothing to do. */
async function takeRow(
  call: Call<typeof calls.applyPayoutResult>,
  review: Review,
  { verdict: { row, act }, payout, choices, sentAt }: Taken,
): Promise<PayoutOutcome | undefined> {
  const { withdrawal: withdrawal_id } = payout
  try {
    const noted = await note(call, row, payout)
    if (isWithBank(row, payout) && payout.claimedBy === null) await claimAgain(call, review, { payout, sentAt })
    switch (act) {
      case 'pay': {
        const became = await decide(call, review, payout, approvalOf(row, payout))
        return { withdrawal_id, outcome: became === 'done' ? 'paid' : 'proposed' }
      }
      case 'refuse': {
        const choice = choices.get(withdrawal_id)
        if (choice === undefined) return undefined
        if (choice === 'reject') await decide(call, review, payout, rejectionOf(row))
        else await putBack(call, review, { row, payout })
        return { withdrawal_id, outcome: choice === 'reject' ? 'rejected' : 'retried' }
      }
      case 'wait':
      case 'done':
      case 'problem':
        if (noted.isReported && act === 'problem') return { withdrawal_id, outcome: 'reported' }
        return noted.isWithBank ? { withdrawal_id, outcome: 'unknown' } : undefined
      default:
        return act satisfies never
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { withdrawal_id, ...refusedOutcome(error) }
  }
}

/**
 * What a row shows is noted whatever becomes of it: also if a payment is only proposed or cannot be applied, no other file pays the
 * payout, it is not taken out, and a later refusal does not give it back. Returns what of it is new.
 */
async function note(
  call: Call<typeof calls.applyPayoutResult>,
  row: FileRow,
  payout: Payout,
): Promise<{ isWithBank: boolean; isReported: boolean }> {
  const isPayment = isReport(row, payout)
  if (!isPayment && !isWithBank(row, payout)) return { isWithBank: false, isReported: false }
  const { params, at, user } = call
  const { withdrawal } = payout
  return transaction(call.services.db, async (tx) => {
    await requireActive(tx, user.id)
    await requireStillAdmin(tx, user)
    await holdWithdrawal(tx, withdrawal) // its owner may be cancelling it
    const [key, named] = [keyOf(row), { batch: params.id, withdrawal, at }]
    const utr = key === '' ? '' : row.utr
    const isReported = isPayment && (await noteReported(tx, { ...named, utr, key, admin: user.id }))
    const batch = await noteWithBank(tx, named)
    if (isReported || batch !== undefined) {
      const after = { batch: batch ?? params.id, ...(isReported && utr !== '' && { transaction_id: utr }) }
      record(tx, call, { action: 'payout result taken', subject: 'withdrawal', subjectId: withdrawal, after })
    }
    return { isWithBank: batch !== undefined, isReported }
  })
}

/** Nobody else must pay it now, and its owner reads that it is being paid. */
async function claimAgain(
  call: Call<typeof calls.applyPayoutResult>,
  review: Review,
  { payout, sentAt }: Pick<Taken, 'payout' | 'sentAt'>,
) {
  await writeWithin(call, {
    endpoint: claimWithdrawal,
    raw: rawOf(payout, {}),
    review,
    handle: (_call, tx) => claimSent(tx, { id: payout.withdrawal, sentAt, ...byAdmin(call) }),
  })
}

/** Decides the withdrawal itself: a proposal if another admin must approve it. */
function decide(call: Call<typeof calls.applyPayoutResult>, review: Review, payout: Payout, body: object) {
  return writeWithin(call, {
    endpoint: decideWithdrawal,
    raw: rawOf(payout, body),
    review,
    handle: (decision, tx) => {
      const typed = { ...decision.body, refusedByBank: decision.body.status === 'rejected' }
      return decideFor(tx, { id: payout.withdrawal, typed, ...byAdmin(call) })
    },
  })
}

/** With the bank's reference. An owner who was stopped after the file was made has still been paid by it (docs/rules.md#withdrawals). */
function approvalOf({ utr }: FileRow, { isStopped }: Payout) {
  return { status: 'approved', transaction_id: utr, ...(isStopped && { already_paid: true }) }
}

/** Returns the money to the wallet; the owner reads the usual reason in their own language, and the bank's words. */
function rejectionOf({ reason }: FileRow) {
  const admin_note = isPlainText(reason) && isBreakable(reason) ? reason : ''
  return { status: 'rejected', rejection_preset: 'details_refused', admin_note }
}

/** Removes it from the batch and releases its claim, so that any admin can pay it later. */
async function putBack(
  call: Call<typeof calls.applyPayoutResult>,
  review: Review,
  { row, payout }: { row: FileRow; payout: Payout },
) {
  const id = payout.withdrawal
  await writeWithin(call, {
    endpoint: releaseWithdrawal,
    raw: rawOf(payout, undefined),
    review,
    handle: async (_call, tx) => {
      const { at, params } = call
      await holdWithdrawal(tx, id)
      await requireNotReported(tx, id)
      const isNoted = await noteGivenUp(tx, { batch: params.id, withdrawal: id, outcome: 'refused', at })
      if (!isNoted) return refuse(tx, 'changed_meanwhile')
      if (payout.claimedBy !== null) await releaseFor(tx, { id, ...byAdmin(call) })
      const { reason } = row
      const after = { batch: params.id }
      record(tx, call, { action: 'withdrawal refused by bank', subject: 'withdrawal', subjectId: id, after, reason })
    },
  })
}

function rawOf({ withdrawal }: KnownPayout, body: object | undefined) {
  return { params: { id: String(withdrawal) }, query: {}, body }
}
