/** The rules of conversations: whose turn it is, how many may be open, and which message an answer refers to. */
import { type ConversationState, OPEN_CONVERSATIONS_MAX } from '@bittkosh/contract/support'

/** Whether a person with `open` unclosed conversations may begin another one. */
export function judgeStart({ open }: { open: number }) {
  if (open < OPEN_CONVERSATIONS_MAX) return {}
  return { refused: { code: 'too_many_conversations', params: { open } } } as const
}

/** Whose turn it is after a message. An answer may close the conversation in the same act. */
export function stateAfter(written: { by: 'person' } | { by: 'support'; close: boolean }): ConversationState {
  if (written.by === 'person') return 'open'
  return written.close ? 'closed' : 'waiting'
}

export type Newest = { id: number; by: string | null; at: Date }

/**
 * An answer was written, or a conversation closed, when `seen` was the newest visible message. It is refused if a later one
 * has come, so that two admins do not answer the same message, and nobody answers or closes without having read everything.
 */
export function judgeSeen({ newest, seen, now }: { newest: Newest; seen: number; now: Date }) {
  if (newest.id <= seen) return {}
  return { refused: { code: 'answered_meanwhile', params: { by: newest.by, at: newest.at, now } } } as const
}

const PREVIEW_MAX = 120

/** The beginning of a message for a list, on one line. */
export function previewOf(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  const letters = [...line]
  return letters.length <= PREVIEW_MAX ? line : `${letters.slice(0, PREVIEW_MAX).join('').trimEnd()}…`
}

const MAIL_EVERY_MS = 3_600_000

/**
 * Whether a link may be mailed to a visitor's address: one an hour, whoever writes in its name. A later timestamp, from
 * a clock that ran ahead and was set back, does not block.
 */
export function mayMailLink({ mailedAt, now }: { mailedAt: Date | null; now: Date }): boolean {
  return mailedAt === null || Math.abs(now.getTime() - mailedAt.getTime()) >= MAIL_EVERY_MS
}
