/** The panel's calls for transfers: viewing only, no decisions. */
import { paise, ppm } from '@bittkosh/contract/money'
import * as calls from '@bittkosh/contract/transfers'
import type { TransferStatistics } from '@bittkosh/contract/transfers'
import { type ExportColumns, exportList } from '../audit/actions.ts'
import { linesOf } from '../ledger/balances.ts'
import type { Db } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route, writeInStages, type DbOf } from '../platform/http/http.ts'
import { isCut, paginationOf, sliceOf, totalOf } from '../platform/lists.ts'
import { refuse } from '../platform/http/refuse.ts'
import {
  countTransfers,
  exportedTransfers,
  isNarrowed,
  type ListedRow,
  type StatusSums,
  sumsByStatus,
  toTransfer,
  transferDetails,
  transfersPage,
} from './adminQueries.ts'

export const adminRoutes: Route[] = [
  read(calls.listTransfers, listTransfers),
  read(calls.getTransfer, getTransfer),
  writeInStages(calls.exportTransfers, exportTransfers),
]

export async function listTransfers(
  { query, at }: Call<typeof calls.listTransfers>,
  db: Db,
): Promise<Answer<typeof calls.listTransfers>> {
  const { page: _page, per_page: _perPage, sort = 'newest', ...narrowed } = query
  const { status, search } = narrowed
  const filter = { ...narrowed, now: at }
  const [sums, found] = await Promise.all([
    sumsByStatus(db, at),
    search || isNarrowed(filter) ? countTransfers(db, filter) : null,
  ])
  const counts = found?.counts ?? sums.counts
  const total = totalOf(counts, status)
  return {
    transfers: await transfersPage(db, { ...filter, sort, ...sliceOf(query, { total, search }) }),
    statistics: { overall: statisticsOf(sums) },
    pagination: paginationOf(query, total),
    counts,
    is_cut: found !== null && isCut(found, status),
  }
}

export async function getTransfer(
  { params, at }: Call<typeof calls.getTransfer>,
  db: DbOf<typeof calls.getTransfer>,
): Promise<Answer<typeof calls.getTransfer>> {
  const details = (await transferDetails(db, params.id, at)) ?? refuse(db, 'not_found')
  const sideOf = (holder: number) => {
    if (holder === details.sender.id) return 'sender' as const
    return holder === details.receiver.id ? ('receiver' as const) : ('fee' as const)
  }
  const lines = await linesOf(db, { subject: 'transfer', subjectId: params.id, event: 'completed' })
  const entries = lines.map(({ holder, amount, balanceAfter }) => ({
    side: sideOf(holder),
    amount,
    balance_after: balanceAfter,
  }))
  return { ...details, entries }
}

export async function exportTransfers(
  call: Call<typeof calls.exportTransfers>,
): Promise<Answer<typeof calls.exportTransfers>> {
  const { format: _, sort = 'newest', ...narrowed } = call.query
  return exportList(call, {
    list: 'transfers',
    subject: 'transfer',
    filter: { ...narrowed, sort },
    rows: exportedTransfers({ ...narrowed, sort, now: call.at }),
    columns: exportColumns,
  })
}

const exportColumns: ExportColumns<ListedRow> = {
  number: (row) => row.number,
  status: (row) => row.status,
  sender: (row) => row.sender.name,
  sender_email: (row) => row.sender.email,
  sender_phone: (row) => row.sender.phone,
  receiver: (row) => row.receiver.name,
  receiver_email: (row) => row.receiver.email,
  receiver_phone: (row) => row.receiver.phone,
  amount: (row) => toTransfer(row).amount,
  processing_fee: (row) => toTransfer(row).processing_fee,
  total_deducted: (row) => toTransfer(row).total_deducted,
  note: (row) => row.note,
  created_at: (row) => row.created_at,
  completed_at: (row) => row.completed_at,
}

function statisticsOf({ counts, amount, fee }: StatusSums): TransferStatistics {
  const all = totalOf(counts, undefined)
  const completed = BigInt(counts.completed)
  return {
    total_transfers: all,
    average_transfer_amount: paise(completed === 0n ? 0n : (amount + completed / 2n) / completed),
    total_amount_transferred: amount,
    total_fees_collected: fee,
    success_rate: ppm(all === 0 ? 0n : ((completed * 10_000n + BigInt(all) / 2n) / BigInt(all)) * 100n),
    completed_transfers: counts.completed,
    pending_transfers: counts.pending,
    failed_transfers: counts.failed,
    status_breakdown: counts,
  }
}
