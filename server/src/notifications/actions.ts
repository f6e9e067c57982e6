import type { Tx } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'

export type NotificationType = 'info' | 'success' | 'warning' | 'error'

export type Notification = { user: number; title: string; message: string; type: NotificationType }

/** Tells one user something, in the transaction of the event that it is about. */
export async function notify(tx: Tx, at: Date, notification: Notification): Promise<void> {
  await notifyEach(tx, at, [notification])
}

/** Tells many users something each, in one statement. */
export async function notifyEach(tx: Tx, at: Date, notifications: readonly Notification[]): Promise<void> {
  if (notifications.length === 0) return
  await sql`
    insert into notifications (user_id, title, message, type, created_at)
    select user_id, title, message, type, ${at}
      from unnest(
             ${notifications.map((one) => one.user)}::integer[],
             ${notifications.map((one) => one.title)}::text[],
             ${notifications.map((one) => one.message)}::text[],
             ${notifications.map((one) => one.type)}::text[]) as n (user_id, title, message, type)`.execute(tx)
}
