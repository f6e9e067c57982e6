/** Lists of requests: an admin's page with its counts, an export, the owner's own. */
import type { ExportedList } from '@bittkosh/contract/audit'
import type { Endpoint } from '@bittkosh/contract/endpoint'
import { type RequestKind, type StateOf } from '@bittkosh/contract/requestStates'
import { defaultSort, type Narrowing, type RequestSort } from '@bittkosh/contract/requests'
import { type ExportColumns, exportList } from '../audit/actions.ts'
import { pageByKey, readMomentCursor } from '../platform/http/cursor.ts'
import type { Db } from '../platform/database/database.ts'
import type { Call } from '../platform/http/http.ts'
import type { FileReply } from '../platform/http/reply.ts'
import { isCut, paginationOf, sliceOf, totalOf } from '../platform/lists.ts'
import type { RequestTable } from './table.ts'

type Chosen<K extends RequestKind> = Narrowing & {
  search?: string | undefined
  flagged?: 'true' | undefined
  status?: StateOf<K> | undefined
  sort?: RequestSort | undefined
}

const HOUR_MS = 3_600_000
const OWN_PAGE = 20

/** What the filter depends on: the moment and the settings of the call. */
type Measured = Pick<Call<Endpoint>, 'at' | 'settings'>

/** The filter with the latest creation time of a late request. */
function measured<F extends Narrowing>({ late, ...filter }: F, { at, settings }: Measured) {
  const hours = settings.hours('alert_queue_hours')
  return { ...filter, lateSince: late && new Date(at.getTime() - hours * HOUR_MS) }
}

/** A page of all users' requests, or only of those `among` some states; the counts are for each state, whichever is shown. */
export async function pageOf<K extends RequestKind, Row, AdminRow>(
  db: Db,
  table: RequestTable<StateOf<K>, Row, AdminRow, unknown>,
  {
    query,
    ...call
  }: Measured & { query: Chosen<K> & { page: number; per_page: number; among?: readonly StateOf<K>[] } },
) {
  const { status, among, sort = defaultSort(status ?? among?.[0]), page: _page, per_page: _perPage, ...chosen } = query
  const narrowed = measured(chosen, call)
  const { search } = narrowed
  const counted = await table.counts(db, { ...narrowed, statuses: among })
  const total = totalOf(counted.counts, status)
  const slice = sliceOf(query, { total, search })
  return {
    rows: await table.page(db, { ...narrowed, statuses: status ? [status] : among, sort, ...slice }),
    pagination: paginationOf(query, total),
    counts: counted.counts,
    is_cut: isCut(counted, status),
  }
}

/** The same list as a file; logged. */
export function exportOf<K extends RequestKind, Exported>(
  call: ExportingCall<K>,
  { kind, table, columns, among }: Exporting<K, Exported>,
): Promise<FileReply> {
  const { status, sort = defaultSort(status ?? among?.[0]), format: _, ...narrowed } = call.query
  const rows = table.exported({ ...measured(narrowed, call), statuses: status ? [status] : among, sort })
  return exportList(call, {
    list: lists[kind],
    subject: kind,
    filter: { ...narrowed, status, sort },
    rows,
    columns,
  })
}

type ExportingCall<K extends RequestKind> = Parameters<typeof exportList>[0] & Measured & { query: Chosen<K> }

type Exporting<K extends RequestKind, Exported> = {
  kind: K
  table: Pick<RequestTable<StateOf<K>, unknown, unknown, Exported>, 'exported'>
  columns: ExportColumns<Exported>
  /** The only states that the list shows. */
  among?: readonly StateOf<K>[]
}
const lists: Record<RequestKind, ExportedList> = { deposit: 'deposits', withdrawal: 'withdrawals', kyc: 'kyc' }

/** A page of a user's own requests, newest first, and where the next one begins. */
export async function ownPageOf<Row extends { id: number; created_at: Date }>(
  db: Db,
  table: { ofOwner: RequestTable<never, Row, unknown, unknown>['ofOwner'] },
  { user, cursor }: { user: number; cursor: string | undefined },
) {
  const rows = await table.ofOwner(db, { user, before: readMomentCursor(cursor), limit: OWN_PAGE + 1 })
  return pageByKey(rows, { size: OWN_PAGE, key: (row) => [row.created_at, row.id] })
}
