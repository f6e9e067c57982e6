import { useState } from 'react'
import { randomKey } from './randomKey.ts'

/** The values of one call, as text, and the idempotency key that they are sent with. */
export type Attempt = { values: string; key: string; sent?: Sent }

/** What was typed into a form, as text, and the body that it was sent as. */
type Sent = { typed: string; body: Record<string, unknown> }

/**
 * An Idempotency-Key that is tied to the typed values: sending the same values again after a lost connection repeats the same
 * attempt; an edit starts a new attempt, and so does a call after the attempt has ended. `attempt` is a stored one.
 */
export function attemptKeys(attempt: Attempt | null = null) {
  return {
    keyFor(input: unknown, sent?: Sent): string {
      const values = stableText(input)
      const key = attempt?.values === values ? attempt.key : randomKey()
      attempt = { values, key, ...(sent && { sent }) }
      return key
    },
    ended() {
      attempt = null
    },
    current: () => attempt,
  }
}

export function useAttemptKeys() {
  return useState(() => attemptKeys())[0]
}

/** JSON that also accepts money (bigint). */
export function stableText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part)) ?? ''
}
