/** How requests are listed: an admin's page with its counts, an export, the owner's own. */
import type { ExportedList } from '@bittkosh/contract/audit'
import {
  defaultSort,
  isWaiting,
  type RequestKind,
  type RequestSort,
  type StateOf,
  statesOf,
} from '@bittkosh/contract/requests'
import { type ExportColumns, exportList } from '../audit/actions.ts'
import { pageByMoment, readMomentCursor } from '../platform/cursor.ts'
import type { Db } from '../platform/database.ts'
import type { FileReply } from '../platform/http.ts'
import { isCut, paginationOf, sliceOf, totalOf } from '../platform/lists.ts'
import type { RequestTable } from './table.ts'

type Chosen<K extends RequestKind> = {
  search?: string | undefined
  status?: StateOf<K> | undefined
  sort?: RequestSort | undefined
}

const OWN_PAGE = 20

/** A page of all users' requests; the counts are of every status, whichever is shown. */
export async function pageOf<K extends RequestKind, Row, AdminRow>(
  db: Db,
  table: RequestTable<StateOf<K>, Row, AdminRow, unknown>,
  query: Chosen<K> & { page: number; per_page: number },
) {
  const { search, status, sort = defaultSort(status) } = query
  const counted = await table.counts(db, { search })
  const total = totalOf(counted.counts, status)
  const slice = sliceOf(query, { total, search })
  return {
    rows: await table.page(db, { search, statuses: status && [status], sort, ...slice }),
    pagination: paginationOf(query, total),
    counts: counted.counts,
    is_cut: isCut(counted, status),
  }
}

/** A page of what waits, the longest waiting first, for a kind that has no other list; and how much waits in all. */
export async function queueOf<K extends RequestKind, Row, AdminRow>(
  db: Db,
  kind: K,
  table: RequestTable<StateOf<K>, Row, AdminRow, unknown>,
  query: { search?: string | undefined; page: number; per_page: number },
) {
  const { search } = query
  const statuses = waitingOf(kind)
  const [found, all] = await Promise.all([
    table.counts(db, { search, statuses }),
    table.counts(db, { search: undefined, statuses }),
  ])
  const total = totalOf(found.counts, undefined)
  const slice = sliceOf(query, { total, search })
  return {
    rows: await table.page(db, { search, statuses, sort: 'oldest', ...slice }),
    pagination: paginationOf(query, total),
    waiting: totalOf(all.counts, undefined),
  }
}

/** What a list shows, as a file; logged. */
export function exportOf<K extends RequestKind, Exported>(
  call: ExportCall & { query: Chosen<K> },
  { kind, table, columns }: Exporting<K, Exported>,
): Promise<FileReply> {
  const { search, status, sort = defaultSort(status) } = call.query
  const rows = table.exported({ search, statuses: status && [status], sort })
  return exportList(call, { list: lists[kind], subject: kind, filter: { search, status, sort }, rows, columns })
}

/** The same of what waits. */
export function exportQueueOf<K extends RequestKind, Exported>(
  call: ExportCall & { query: { search?: string | undefined } },
  { kind, table, columns }: Exporting<K, Exported>,
): Promise<FileReply> {
  const { search } = call.query
  const rows = table.exported({ search, statuses: waitingOf(kind), sort: 'oldest' })
  return exportList(call, { list: lists[kind], subject: kind, filter: { search }, rows, columns })
}

type ExportCall = Parameters<typeof exportList>[0]
type Exporting<K extends RequestKind, Exported> = {
  kind: K
  table: Pick<RequestTable<StateOf<K>, unknown, unknown, Exported>, 'exported'>
  columns: ExportColumns<Exported>
}
const lists: Record<RequestKind, ExportedList> = { deposit: 'deposits', withdrawal: 'withdrawals', kyc: 'kyc' }

function waitingOf<K extends RequestKind>(kind: K): StateOf<K>[] {
  return statesOf(kind).filter(isWaiting)
}

/** A page of a user's own requests, newest first, and where the next one begins. */
export async function ownPageOf<Row extends { id: number; created_at: Date }>(
  db: Db,
  table: { ofOwner: RequestTable<never, Row, unknown, unknown>['ofOwner'] },
  { user, cursor }: { user: number; cursor: string | undefined },
) {
  const rows = await table.ofOwner(db, { user, before: readMomentCursor(cursor), limit: OWN_PAGE + 1 })
  return pageByMoment(rows, { size: OWN_PAGE, at: (row) => row.created_at })
}
