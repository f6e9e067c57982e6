/** What the program and the admins tell a user. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { cursor, id, instant, messageReply, nextCursor, pathId } from './shapes.ts'

export const notificationType = z.enum(['info', 'success', 'warning', 'error'])

const notification = z.object({
  id,
  title: z.string(),
  message: z.string(),
  type: notificationType,
  is_read: z.boolean(),
  created_at: instant,
})
export type Notification = z.output<typeof notification>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  who: 'user',
  summary: 'Own notifications and the global ones that have not expired, newest first',
  limit: 'poll',
  query: z.object({ cursor }),
  reply: z.object({ data: z.array(notification), next_cursor: nextCursor }),
})

export const unreadCount = endpoint({
  method: 'GET',
  path: '/notifications/unread-count',
  who: 'user',
  summary: 'How many notifications are unread',
  limit: 'poll',
  reply: z.object({ unread_count: z.int() }),
})

export const markRead = endpoint({
  method: 'POST',
  path: '/notifications/{id}/mark-read',
  who: 'user',
  summary: 'Mark one notification as read',
  params: z.object({ id: pathId }),
  reply: notification,
})

export const markAllRead = endpoint({
  method: 'POST',
  path: '/notifications/mark-all-read',
  who: 'user',
  summary: 'Mark every notification as read',
  reply: messageReply,
})
