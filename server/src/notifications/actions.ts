import { sql } from 'kysely'
import type { Tx } from '../platform/database.ts'

export type NotificationType = 'info' | 'success' | 'warning' | 'error'

/** Tells one user something, in the transaction of the event that it is about. */
export async function notify(
  tx: Tx,
  at: Date,
  notification: { user: number; title: string; message: string; type: NotificationType },
): Promise<void> {
  await sql`
    insert into notifications (user_id, title, message, type, created_at)
    values (${notification.user}, ${notification.title}, ${notification.message}, ${notification.type}, ${at})`.execute(
    tx,
  )
}
