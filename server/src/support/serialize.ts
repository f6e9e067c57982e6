/** Conversations and messages as the contract shows them. */
import type { About, Conversation, ConversationMessage } from '@bittkosh/contract/support'
import type { Config } from '../config.ts'
import { pictureLinks } from '../uploads/actions.ts'
import type { ConversationRow, ListedRow, MessageRow } from './queries.ts'
import { previewOf } from './rules.ts'

function aboutOf({ about_kind: kind, about_id: id }: Pick<ConversationRow, 'about_kind' | 'about_id'>) {
  return kind === null || id === null ? null : ({ kind, id } satisfies About)
}

/** The part that a person and the inbox both see. */
export function shownConversation(
  row: Omit<ListedRow, 'unread' | 'about_line' | 'about_number'>,
): Omit<Conversation, 'unread' | 'link' | 'number'> {
  return {
    id: row.id,
    about: aboutOf(row),
    state: row.status,
    preview: previewOf(row.last_text),
    last_from: row.last_by === null ? 'person' : 'support',
    last_at: row.last_at,
    created_at: row.created_at,
  }
}

export function ownShown(row: ListedRow): Conversation {
  return { ...shownConversation(row), number: row.about_number, link: linkOf(row), unread: row.unread }
}

function linkOf({ about_kind: kind, about_id: id, about_line: line }: ListedRow): string | null {
  if (kind === 'investment') return '/portfolio'
  if (kind === 'kyc') return '/profile'
  return line && `/wallet?id=${line}-${id}`
}

/** With links signed for `viewer`; null: a reader who may not see pictures. */
export function shownMessage(
  { id, admin_id: admin, text, pictures, created_at }: MessageRow,
  { config, viewer, at }: { config: Config; viewer: number | null; at: Date },
): ConversationMessage {
  const links = viewer === null ? [] : pictureLinks(config, { files: pictures, viewer, at })
  return { id, from: admin === null ? 'person' : 'support', text, pictures: links, created_at }
}
