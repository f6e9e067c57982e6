import { BRAND } from '@bittkosh/contract/brand'
import * as calls from '@bittkosh/contract/payoutBatches'
import { dayOf } from '@bittkosh/contract/time'
import { notifyOfTakeOver } from '../alerts/actions.ts'
import { record, requireNotOwn } from '../audit/actions.ts'
import { approvedAmong } from '../kyc/actions.ts'
import { type Db, transaction, type Tx } from '../platform/database/database.ts'
import { pageByKey, readMomentCursor } from '../platform/http/cursor.ts'
import {
  type Answer,
  type Call,
  type DbOf,
  read,
  type Route,
  writeInStages,
  type TxOf,
  write,
} from '../platform/http/http.ts'
import { requireActive } from '../platform/http/once.ts'
import { accept, refuse, refusedAt, refusing } from '../platform/http/refuse.ts'
import { byAdmin } from '../requests/deciding.ts'
import { claimFor, handOver, releaseFor, serializeReport } from '../withdrawals/actions.ts'
import { findBatch, withStops } from './batch.ts'
import { bulkFile, bulkRows } from './bulkFile.ts'
import { batchesPage, candidatesPage, insertBatch, lockBatch, noteGivenUp, payableOf, payoutsOf } from './queries.ts'
import { dismissReport, lockReport } from './reports.ts'
import { fieldOf, isForFile, isHandedOver, judgeBatch } from './rules.ts'
import { serializeBatch, serializeCandidate } from './serialize.ts'

export const routes: Route[] = [
  read(calls.listPayoutBatches, listPayoutBatches),
  read(calls.listPayoutCandidates, listPayoutCandidates),
  write(calls.makePayoutBatch, makePayoutBatch),
  read(calls.payoutBatchById, payoutBatchById),
  writeInStages(calls.downloadPayoutFile, downloadPayoutFile),
  write(calls.takeOutOfPayoutBatch, takeOutOfPayoutBatch),
  write(calls.takeOverPayoutBatch, takeOverPayoutBatch),
  write(calls.dismissReportedPayment, dismissReportedPayment),
]

const BATCHES_PAGE = 30
const CANDIDATES_PAGE = 50

export async function listPayoutBatches(
  { query }: Call<typeof calls.listPayoutBatches>,
  db: Db,
): Promise<Answer<typeof calls.listPayoutBatches>> {
  const rows = await batchesPage(db, { before: readMomentCursor(query.cursor), limit: BATCHES_PAGE + 1 })
  const { page, next_cursor } = pageByKey(rows, { size: BATCHES_PAGE, key: (row) => [row.made_at, row.id] })
  return { data: page.map(serializeBatch), next_cursor }
}

export async function listPayoutCandidates(
  { query, user, settings }: Call<typeof calls.listPayoutCandidates>,
  db: Db,
): Promise<Answer<typeof calls.listPayoutCandidates>> {
  const after = readMomentCursor(query.cursor)
  const rows = await candidatesPage(db, { admin: user.id, after, limit: CANDIDATES_PAGE + 1 })
  const { page, next_cursor } = pageByKey(rows, { size: CANDIDATES_PAGE, key: (row) => [row.created_at, row.id] })
  const approved = await approvedAmong(
    db,
    page.map((row) => row.user_id),
  )
  const limit = settings.rupees('unusual_amount_above')
  const data = page.map((row) =>
    serializeCandidate(row, { admin: user.id, kycApproved: approved.has(row.user_id), limit }),
  )
  return { data, next_cursor }
}

export async function makePayoutBatch(
  call: Call<typeof calls.makePayoutBatch>,
  tx: TxOf<typeof calls.makePayoutBatch>,
): Promise<Answer<typeof calls.makePayoutBatch>> {
  const { body, user, at } = call
  const ids = [...new Set(body.withdrawal_ids)]
  const found = await payableOf(tx, ids)
  const { payouts, amount } = accept(tx, judgeBatch(ids, new Map(found.map((row) => [row.id, row]))))
  // In id order, so that two concurrent batches wait for each other instead of deadlocking.
  for (const id of ids.toSorted((a, b) => a - b)) {
    const claiming = claimFor(tx, { id, ...byAdmin(call) })
    await refusedAt(fieldOf(body.withdrawal_ids.indexOf(id)), claiming)
  }
  const making = insertBatch(tx, { payouts, amount, admin: user.id, at })
  const batch = await refusing(tx, { withdrawal_in_batch: 'withdrawal_ids' }, making)
  const batched = { action: 'withdrawal batched', subject: 'withdrawal', after: { batch } } as const
  const each = payouts.map(({ id }) => ({ ...batched, subjectId: id }))
  const made = { rows: payouts.length, amount }
  record(tx, call, ...each, { action: 'payout batch made', subject: 'payout batch', subjectId: batch, after: made })
  return currentBatch(tx, batch)
}

export async function payoutBatchById(
  { params }: Call<typeof calls.payoutBatchById>,
  db: DbOf<typeof calls.payoutBatchById>,
): Promise<Answer<typeof calls.payoutBatchById>> {
  return (await findBatch(db, params.id)) ?? refuse(db, 'not_found')
}

export async function downloadPayoutFile(
  call: Call<typeof calls.downloadPayoutFile>,
): Promise<Answer<typeof calls.downloadPayoutFile>> {
  const { params, user } = call
  const { format, way } = call.query
  const payouts = await transaction(call.services.db, async (tx) => {
    await requireActive(tx, user.id)
    if (!(await lockBatch(tx, params.id))) return refuse(tx, 'not_found')
    const rows = await withStops(tx, await payoutsOf(tx, params.id))
    const chosen = rows.filter(({ row, isStopped }) =>
      isForFile({ state: row.state, claimedBy: row.claimed_by, isStopped }, user.id),
    )
    if (chosen.length === 0) return refuse(tx, 'nothing_to_pay')
    const after = { type: `${way} ${format}`, rows: chosen.length }
    record(tx, call, { action: 'payout file downloaded', subject: 'payout batch', subjectId: params.id, after })
    return chosen.map(({ row }) => row)
  })
  const file = await bulkFile(bulkRows(payouts, way), format)
  return { ...file, name: `${BRAND.toLowerCase()}-payouts-${params.id}-${dayOf(call.at)}.${format}` }
}

export async function takeOutOfPayoutBatch(
  call: Call<typeof calls.takeOutOfPayoutBatch>,
  tx: TxOf<typeof calls.takeOutOfPayoutBatch>,
): Promise<Answer<typeof calls.takeOutOfPayoutBatch>> {
  const { params, body, at } = call
  if (!(await lockBatch(tx, params.id))) return refuse(tx, 'not_found')
  const withdrawal = body.withdrawal_id
  const payout = (await payoutsOf(tx, params.id)).find((row) => row.withdrawal_id === withdrawal)
  if (payout?.state === 'unknown') return refuse(tx, 'with_bank')
  if (payout?.state !== 'waiting') return refuse(tx, 'not_in_batch')
  if (!(await noteGivenUp(tx, { batch: params.id, withdrawal, outcome: 'taken_out', at })))
    return refuse(tx, 'not_in_batch')
  // If its claim was already released, there is nothing to release.
  if (payout.claimed_by !== null) await releaseFor(tx, { id: withdrawal, ...byAdmin(call) })
  const after = { batch: params.id }
  record(tx, call, { action: 'withdrawal taken from batch', subject: 'withdrawal', subjectId: withdrawal, after })
  return currentBatch(tx, params.id)
}

export async function takeOverPayoutBatch(
  call: Call<typeof calls.takeOverPayoutBatch>,
  tx: TxOf<typeof calls.takeOverPayoutBatch>,
): Promise<Answer<typeof calls.takeOverPayoutBatch>> {
  const { params, body, user, at, settings } = call
  if (!(await lockBatch(tx, params.id))) return refuse(tx, 'not_found')
  const from = body.take_over_from
  const payouts = (await payoutsOf(tx, params.id)).filter(({ state, claimed_by: claimedBy }) =>
    isHandedOver({ state, claimedBy }, { from, to: user.id }),
  )
  const [first] = payouts
  if (!first) return refuse(tx, 'nothing_to_take_over')
  for (const { withdrawal_id: id } of payouts) await handOver(tx, { id, from, ...byAdmin(call) })
  record(tx, call, {
    action: 'payout batch taken over',
    subject: 'payout batch',
    subjectId: params.id,
    before: { claimed_by: first.claimed_by_name },
    after: { claimed_by: user.name, rows: payouts.length },
  })
  await notifyOfTakeOver(tx, at, { kind: 'batch_taken_over', id: params.id, from, by: user.id, settings })
  return currentBatch(tx, params.id)
}

export async function dismissReportedPayment(
  call: Call<typeof calls.dismissReportedPayment>,
  tx: TxOf<typeof calls.dismissReportedPayment>,
): Promise<Answer<typeof calls.dismissReportedPayment>> {
  const { params, body, user, at } = call
  const { is_open: isOpen, ...report } = (await lockReport(tx, params.id)) ?? refuse(tx, 'not_found')
  await requireNotOwn(tx, { admin: user.id, user: report.user_id })
  if (!isOpen) return refuse(tx, 'changed_meanwhile')
  await dismissReport(tx, { id: report.id, admin: user.id, at, reason: body.reason })
  record(tx, call, {
    action: 'payment report dismissed',
    subject: 'withdrawal',
    subjectId: report.withdrawal_id,
    before: { batch: report.batch, transaction_id: report.utr },
    reason: body.reason,
  })
  return serializeReport(report)
}

async function currentBatch(tx: Tx, id: number): Promise<calls.PayoutBatchDetails> {
  const batch = await findBatch(tx, id)
  if (!batch) throw new Error(`payout batch ${id} is gone`)
  return batch
}
