/** The notifications of the program and the admins to users. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { cursor, id, instant, MESSAGE_MAX, message, nextCursor, pathId, text } from './shapes.ts'
import { hindi, hindiOf } from './twins.ts'

export const notificationType = z.enum(['info', 'success', 'warning', 'error'])
export type NotificationType = z.output<typeof notificationType>

export const notification = z.object({
  id,
  /** In the reader's language, like the message; in English if an admin wrote no Hindi. */
  title: z.string(),
  message: z.string(),
  type: notificationType,
  is_read: z.boolean(),
  created_at: instant,
  /** The page of the app that shows its subject; null for one written by an admin. */
  link: z.nullable(z.string()),
  /** The recipient, if it was sent to one person. */
  user_id: z.optional(id),
  /** When it expires, if it was sent to everyone. */
  expires_at: z.optional(instant),
})
export type Notification = z.output<typeof notification>

export const listNotifications = endpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  who: 'user',
  keptUntil: 'own change',
  summary: 'Own notifications and the global ones that have not expired, newest first',
  limit: 'poll',
  query: z.strictObject({ cursor }),
  reply: z.object({ data: z.array(notification), next_cursor: nextCursor }),
})

export const unreadCount = endpoint({
  name: 'unreadCount',
  method: 'GET',
  path: '/notifications/unread-count',
  who: 'user',
  keptUntil: 'own change',
  summary: "How many notifications are unread, and whether anything of the caller's has changed",
  limit: 'poll',
  reply: z.object({
    unread_count: z.int(),
    /** Changes when a notice has come or money has moved: the app then refetches what is on the screen. */
    state: z.string(),
  }),
})

export const markRead = endpoint({
  name: 'markRead',
  method: 'POST',
  path: '/notifications/{id}/mark-read',
  who: 'user',
  limit: 'read',
  summary: 'Mark one notification as read',
  params: z.strictObject({ id: pathId }),
  reply: notification,
})

export const markAllRead = endpoint({
  name: 'markAllRead',
  method: 'POST',
  path: '/notifications/mark-all-read',
  who: 'user',
  limit: 'read',
  summary: 'Mark every notification as read',
  reply: z.object({ message: z.string(), unread_count: z.int() }),
})

const words = {
  title: text({ max: 200 }),
  message,
  title_hi: hindiOf(200),
  message_hi: hindiOf(MESSAGE_MAX),
  type: notificationType,
}

/** For one user: the body of the call and of the admin's form. */
export const individualNotification = z.strictObject({ user_id: id, ...words })

/** For every user, until it expires. */
export const globalNotification = z.strictObject({ ...words, expires_at: instant })

export const sendNotification = endpoint({
  name: 'sendNotification',
  method: 'POST',
  path: '/send-notification',
  who: 'admin',
  permission: 'people.notify',
  freshCode: 'never',
  fourEyes: 'never',
  idempotent: true,
  limit: 'notice',
  summary: 'Send a notification to one user',
  body: individualNotification,
  reply: z.extend(notification, { user_id: id }),
  status: 201,
})

export const sendGlobalNotification = endpoint({
  name: 'sendGlobalNotification',
  method: 'POST',
  path: '/admin/mass-notification',
  who: 'admin',
  permission: 'everyone.notify',
  freshCode: 'always',
  fourEyes: 'never',
  idempotent: true,
  summary: 'Send a notification to every user, shown until it expires',
  body: globalNotification,
  reply: z.extend(notification, { expires_at: instant }),
  status: 201,
})

/** Both languages, as written. */
const sentToAll = z.extend(notification, {
  title_hi: hindi,
  message_hi: hindi,
  expires_at: instant,
  /** The admin; null if it was not recorded. */
  sent_by: z.nullable(z.string()),
  /** How many people have read it. */
  read_count: z.int(),
  recalled_at: z.nullable(instant),
})
export type SentToAll = z.output<typeof sentToAll>

export const listGlobalNotifications = endpoint({
  name: 'listGlobalNotifications',
  method: 'GET',
  path: '/admin/mass-notifications',
  who: 'admin',
  permission: 'everyone.notify',
  summary: 'The notifications to every user, newest first, and how many users would get one now',
  query: z.strictObject({ cursor }),
  reply: z.object({
    data: z.array(sentToAll),
    next_cursor: nextCursor,
    /** Active users. */
    recipients: z.int(),
  }),
})

export const recallGlobalNotification = endpoint({
  name: 'recallGlobalNotification',
  method: 'POST',
  path: '/admin/mass-notifications/{id}/recall',
  who: 'admin',
  permission: 'everyone.notify',
  freshCode: 'never',
  fourEyes: 'never',
  idempotent: true,
  summary: 'Recall a notification to every user: it disappears from their lists and unread counts',
  refusals: ['already_recalled'],
  params: z.strictObject({ id: pathId }),
  reply: sentToAll,
})
