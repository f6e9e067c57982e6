/** What decides about conversations: whose turn it is, how many may stand open, what an answer was written to. */
import { type ConversationState, OPEN_CONVERSATIONS_MAX } from '@bittkosh/contract/support'

/** A person with `open` conversations that are not closed begins another. */
export function judgeStart({ open }: { open: number }) {
  if (open < OPEN_CONVERSATIONS_MAX) return {}
  return { refused: { code: 'too_many_conversations', params: { open } } } as const
}

/** Whose turn it is once somebody has written. An answer may close the conversation with the same act. */
export function stateAfter(written: { by: 'person' } | { by: 'support'; close: boolean }): ConversationState {
  if (written.by === 'person') return 'open'
  return written.close ? 'closed' : 'waiting'
}

export type Newest = { id: number; by: string | null; at: Date }

/**
 * An answer was written with the message `seen` as the newest in sight. Refused where a later one has come, so that two
 * admins do not answer the same words, and nobody answers what they have not read.
 */
export function judgeAnswer({ newest, seen, now }: { newest: Newest; seen: number; now: Date }) {
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
 * Whether a link may be mailed to a visitor's address: one an hour, whoever writes in its name. One of a clock that ran ahead
 * and was set right stops none.
 */
export function mayMailLink({ mailedAt, now }: { mailedAt: Date | null; now: Date }): boolean {
  return mailedAt === null || Math.abs(now.getTime() - mailedAt.getTime()) >= MAIL_EVERY_MS
}
