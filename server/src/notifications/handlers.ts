import {
  listNotifications,
  markAllRead,
  markRead,
  sendGlobalNotification,
  sendNotification,
  unreadCount,
} from '@bittkosh/contract/notifications'
import { type Act, record } from '../audit/actions.ts'
import { cursorOf, readIdCursor } from '../platform/cursor.ts'
import { read, type Route, write } from '../platform/http.ts'
import { refuse } from '../platform/refuse.ts'
import { countUnread, insertGlobal, insertIndividual, notificationsOf, readAll, readOne } from './queries.ts'

const PAGE = 20
const NEWEST = 2_147_483_647

export const routes: Route[] = [
  read(listNotifications, async ({ query, user, at }, db) => {
    const before = readIdCursor(query.cursor) ?? NEWEST
    const found = await notificationsOf(db, { user: user.id, at, before, limit: PAGE + 1 })
    const data = found.slice(0, PAGE)
    const last = data.at(-1)
    return { data, next_cursor: found.length > PAGE && last ? cursorOf(last.id) : null }
  }),

  read(unreadCount, async ({ user, at }, db) => ({ unread_count: await countUnread(db, user.id, at) })),

  write(markRead, async ({ params, user, at }, tx) => {
    const notification = await readOne(tx, { id: params.id, user: user.id, at })
    return notification ?? refuse('not_found')
  }),

  write(markAllRead, async ({ user, at }, tx) => {
    await readAll(tx, user.id, at)
    return { message: 'All notifications are marked as read.', unread_count: 0 }
  }),

  write(sendNotification, async ({ body, user, at, address }, tx) => {
    const { user_id, ...sent } = body
    const notification = await insertIndividual(tx, at, { user: user_id, sent })
    if (!notification) return refuse({ code: 'invalid', field: 'user_id', message: 'There is no such user.' })
    const act: Act = {
      admin: user.id,
      action: 'notification sent',
      subject: 'notification',
      subjectId: notification.id,
    }
    await record(tx, at, { ...act, address, after: body })
    return { ...notification, user_id }
  }),

  write(sendGlobalNotification, async ({ body, user, at, address }, tx) => {
    const { expires_at, ...sent } = body
    if (expires_at <= at) {
      return refuse({ code: 'invalid', field: 'expires_at', message: 'Choose a time in the future.' })
    }
    const notification = await insertGlobal(tx, at, { expiresAt: expires_at, sent })
    const act: Omit<Act, 'subjectId'> = { admin: user.id, action: 'global notification sent', subject: 'notification' }
    await record(tx, at, { ...act, subjectId: notification.id, address, after: body })
    return { ...notification, expires_at }
  }),
]
