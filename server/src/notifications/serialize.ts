/** Rows in the form that the calls return, in the reader's language. */
import type { Language } from '@bittkosh/contract/language'
import { linkOf, type NoticeKind, notices, type NoticeValues } from '@bittkosh/contract/notices'
import type { Notification, NotificationType } from '@bittkosh/contract/notifications'
import { readIn } from '@bittkosh/contract/twins'
import { type NoticeText, noticeWords } from '@bittkosh/contract/words/notices'

/** From the program: a kind with values. From an admin, or from before notices had kinds: a text, perhaps with Hindi. */
export type NotificationRow = {
  id: number
  user_id: number | null
  type: NotificationType
  is_read: boolean
  created_at: Date
  expires_at: Date | null
  title_hi: string
  message_hi: string
} & (
  | { kind: NoticeKind; values: unknown; about: number | null }
  | { kind: null; title: string; message: string; about: null }
)

export function serialize(row: NotificationRow, language: Language): Notification {
  const { title, message } =
    row.kind === null ? readIn(language, row, ['title', 'message']) : worded(row.kind, row.values, language)
  return {
    id: row.id,
    title,
    message,
    type: row.type,
    is_read: row.is_read,
    created_at: row.created_at,
    link: row.kind === null ? null : linkOf(notices[row.kind].subject, row.about),
    ...(row.user_id !== null && { user_id: row.user_id }),
    ...(row.expires_at !== null && { expires_at: row.expires_at }),
  }
}

function worded<K extends NoticeKind>(kind: K, stored: unknown, language: Language): NoticeText {
  return noticeWords[language][kind](notices[kind].values.parse(stored) as NoticeValues[K])
}
