import * as calls from '@bittkosh/contract/notifications'
import type { SentToAll } from '@bittkosh/contract/notifications'
import { record } from '../audit/actions.ts'
import { pageByKey, readIdCursor } from '../platform/http/cursor.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route, write, type TxOf } from '../platform/http/http.ts'
import { keptCounts } from '../platform/lists.ts'
import { refuse } from '../platform/http/refuse.ts'
import { serialize } from './serialize.ts'
import {
  bellOf,
  globalNotifications,
  insertGlobal,
  insertIndividual,
  lockGlobal,
  notificationsOf,
  readAll,
  readOne,
  recall,
  type SentRow,
} from './queries.ts'

const PAGE = 20

export const routes: Route[] = [
  read(calls.listNotifications, listNotifications),
  read(calls.unreadCount, unreadCount),
  write(calls.markRead, markRead),
  write(calls.markAllRead, markAllRead),
  write(calls.sendNotification, sendNotification),
  write(calls.sendGlobalNotification, sendGlobalNotification),
  read(calls.listGlobalNotifications, listGlobalNotifications),
  write(calls.recallGlobalNotification, recallGlobalNotification),
]

export async function listNotifications(
  { query, user, at, language, endsAt }: Call<typeof calls.listNotifications>,
  db: Db,
): Promise<Answer<typeof calls.listNotifications>> {
  const before = readIdCursor(query.cursor)
  const rows = await notificationsOf(db, { user: user.id, at, before, limit: PAGE + 1 })
  const { page, next_cursor } = pageByKey(rows, { size: PAGE, key: (row) => [row.id] })
  const ends = page.flatMap(({ expires_at }) => expires_at ?? [])
  endsAt(ends.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null)
  return { data: page.map((row) => serialize(row, language)), next_cursor }
}

export async function unreadCount(
  { user, at, endsAt }: Call<typeof calls.unreadCount>,
  db: Db,
): Promise<Answer<typeof calls.unreadCount>> {
  const { ends_at, ...bell } = await bellOf(db, user.id, at)
  endsAt(ends_at)
  return bell
}

export async function markRead(
  { params, user, at, language }: Call<typeof calls.markRead>,
  tx: TxOf<typeof calls.markRead>,
): Promise<Answer<typeof calls.markRead>> {
  const read = (await readOne(tx, { id: params.id, user: user.id, at })) ?? refuse(tx, 'not_found')
  return serialize(read, language)
}

export async function markAllRead(
  { user, at }: Call<typeof calls.markAllRead>,
  tx: Tx,
): Promise<Answer<typeof calls.markAllRead>> {
  await readAll(tx, user.id, at)
  return { message: 'All notifications are marked as read.', unread_count: 0 }
}

export async function sendNotification(
  call: Call<typeof calls.sendNotification>,
  tx: TxOf<typeof calls.sendNotification>,
): Promise<Answer<typeof calls.sendNotification>> {
  const { body, at, language } = call
  const { user_id, title_hi = '', message_hi = '', ...english } = body
  const sent = { ...english, title_hi, message_hi }
  const notification = await insertIndividual(tx, at, { user: user_id, sent })
  if (!notification) return refuse(tx, { code: 'invalid', complaints: { user_id: { code: 'unknown_user' } } })
  record(tx, call, { action: 'notification sent', subject: 'notification', subjectId: notification.id, after: body })
  return { ...serialize(notification, language), user_id }
}

export async function sendGlobalNotification(
  call: Call<typeof calls.sendGlobalNotification>,
  tx: TxOf<typeof calls.sendGlobalNotification>,
): Promise<Answer<typeof calls.sendGlobalNotification>> {
  const { body, at, language } = call
  const { expires_at, title_hi = '', message_hi = '', ...english } = body
  const sent = { ...english, title_hi, message_hi }
  if (expires_at <= at) {
    return refuse(tx, { code: 'invalid', complaints: { expires_at: { code: 'in_past' } } })
  }
  const notification = await insertGlobal(tx, at, { expiresAt: expires_at, sent })
  const { id } = notification
  record(tx, call, { action: 'global notification sent', subject: 'notification', subjectId: id, after: body })
  return { ...serialize(notification, language), expires_at }
}

export async function listGlobalNotifications(
  { query }: Call<typeof calls.listGlobalNotifications>,
  db: Db,
): Promise<Answer<typeof calls.listGlobalNotifications>> {
  const before = readIdCursor(query.cursor)
  const [rows, counts] = await Promise.all([
    globalNotifications(db, { before, limit: PAGE + 1 }),
    keptCounts(db, 'users'),
  ])
  const { page, next_cursor } = pageByKey(rows, { size: PAGE, key: (row) => [row.id] })
  return { data: page.map(serializeSent), next_cursor, recipients: counts.get('user active') ?? 0 }
}

export async function recallGlobalNotification(
  call: Call<typeof calls.recallGlobalNotification>,
  tx: TxOf<typeof calls.recallGlobalNotification>,
): Promise<Answer<typeof calls.recallGlobalNotification>> {
  const sent = (await lockGlobal(tx, call.params.id)) ?? refuse(tx, 'not_found')
  if (sent.recalled_at !== null) refuse(tx, 'already_recalled')
  await recall(tx, call.at, sent.id)
  record(tx, call, { action: 'global notification recalled', subject: 'notification', subjectId: sent.id })
  return serializeSent({ ...sent, recalled_at: call.at })
}

/** In both languages, whatever the reader's. */
function serializeSent(row: SentRow): SentToAll {
  const { title_hi, message_hi, expires_at, recalled_at, sent_by, read_count } = row
  const english = serialize(row, 'en')
  return { ...english, title_hi, message_hi, expires_at, recalled_at, sent_by, read_count }
}
