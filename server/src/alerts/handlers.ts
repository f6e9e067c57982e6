import * as calls from '@bittkosh/contract/alerts'
import type { Db } from '../platform/database/database.ts'
import { pageByKey, readIdCursor } from '../platform/http/cursor.ts'
import { type Answer, type Call, read, type Route, type TxOf, write } from '../platform/http/http.ts'
import { refuse } from '../platform/http/refuse.ts'
import { alertsOf, markSeen } from './queries.ts'

export const routes: Route[] = [read(calls.listAlerts, listAlerts), write(calls.seeAlert, seeAlert)]

const PAGE = 20

export async function listAlerts(
  { query, user }: Call<typeof calls.listAlerts>,
  db: Db,
): Promise<Answer<typeof calls.listAlerts>> {
  const { status, kind, cursor } = query
  const before = readIdCursor(cursor)
  const rows = await alertsOf(db, { reader: user, status, kind, before, limit: PAGE + 1 })
  const { page, next_cursor } = pageByKey(rows, { size: PAGE, key: (row) => [row.id] })
  return { data: page, next_cursor }
}

export async function seeAlert(
  { params, user, at }: Call<typeof calls.seeAlert>,
  tx: TxOf<typeof calls.seeAlert>,
): Promise<Answer<typeof calls.seeAlert>> {
  return (await markSeen(tx, params.id, user, at)) ?? refuse(tx, 'not_found')
}
