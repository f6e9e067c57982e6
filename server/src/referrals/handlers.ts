import * as calls from '@bittkosh/contract/referrals'
import { pageByKey, readIdCursor } from '../platform/http/cursor.ts'
import type { Db } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route } from '../platform/http/http.ts'
import { referredUsers } from './queries.ts'

const PAGE_SIZE = 50

export const routes: Route[] = [read(calls.listReferredUsers, listReferredUsers)]

export async function listReferredUsers(
  { query, user }: Call<typeof calls.listReferredUsers>,
  db: Db,
): Promise<Answer<typeof calls.listReferredUsers>> {
  const before = readIdCursor(query.cursor)
  const rows = await referredUsers(db, { referrer: user.id, before, limit: PAGE_SIZE + 1 })
  const { page, next_cursor } = pageByKey(rows, { size: PAGE_SIZE, key: (row) => [row.id] })
  return { referred_users: page, next_cursor }
}
