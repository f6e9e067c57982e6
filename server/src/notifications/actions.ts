import { type Notice, notices as noticeKinds } from '@bittkosh/contract/notices'
import * as z from 'zod/mini'
import type { Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

export type Told = Notice & { user: number }

/** Sends a notice to one user, in the transaction of its event. */
export async function notify(tx: Tx, at: Date, notice: Told): Promise<void> {
  await notices(at, [notice]).execute(tx)
}

/** Sends a notice to each of many users, in one statement. */
export async function notifyEach(tx: Tx, at: Date, told: readonly Told[]): Promise<void> {
  if (told.length > 0) await notices(at, told).execute(tx)
}

/** The statement that sends notices, which may stand beside others in one (`post` with `beside`). */
export function notices(at: Date, told: readonly Told[]): Sql {
  const columns = { integer: ['user_id', 'about'], text: ['kind', 'type'], jsonb: ['values'] }
  return sql`
    insert into notifications (user_id, about, kind, type, values, created_at)
    select n.*, ${at} from ${sql.rows('n', columns, told.map(noticeRow))}`
}

/** Marks a user's notices of one kind about one record as read. */
export async function readNoticesAbout(
  tx: Tx,
  at: Date,
  { user, kind, about }: { user: number; kind: Notice['kind']; about: number },
): Promise<void> {
  await sql`
    update notifications set read_at = ${at}
     where user_id = ${user} and read_at is null and kind = ${kind} and about = ${about}`.execute(tx)
}

/** A notice as the table keeps it; its values as plain JSON, money in rupees. */
function noticeRow({ user, kind, values, about = null }: Told) {
  const { type, values: shape } = noticeKinds[kind]
  return { user_id: user, kind, values: JSON.stringify(z.encode(shape as z.ZodMiniType, values)), about, type }
}
