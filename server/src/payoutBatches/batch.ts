import type { PayoutBatchDetails } from '@bittkosh/contract/payoutBatches'
import { approvedAmong } from '../kyc/actions.ts'
import type { Db } from '../platform/database/database.ts'
import { batchById, downloadsOf, type PayoutRow, payoutsOf } from './queries.ts'
import { serializeBatch, serializeDownload, serializePayout } from './serialize.ts'

/** A batch with its withdrawals, in the form that the calls return; undefined if there is none. */
export async function findBatch(db: Db, id: number): Promise<PayoutBatchDetails | undefined> {
  const [batch, payouts] = [await batchById(db, id), await payoutsOf(db, id)]
  if (!batch) return undefined
  const rows = await withStops(db, payouts)
  return {
    ...serializeBatch(batch),
    payouts: rows.map(({ row, isStopped }) => serializePayout(row, { isStopped })),
    downloads: (await downloadsOf(db, id)).map(serializeDownload),
  }
}

/** Each payout, with whether its owner's money is stopped now. */
export async function withStops(db: Db, rows: readonly PayoutRow[]): Promise<{ row: PayoutRow; isStopped: boolean }[]> {
  const approved = await approvedAmong(
    db,
    rows.map((row) => row.user_id),
  )
  return rows.map((row) => ({ row, isStopped: row.is_frozen || !approved.has(row.user_id) }))
}
