import { useState } from 'react'
import { randomKey } from './randomKey.ts'

/** The values of one call, as text, and the idempotency key that they are sent with. */
export type Attempt = { values: string; key: string }

/**
 * An Idempotency-Key that is tied to the typed values: sending the same values again after a lost connection repeats the same
 * attempt; an edit starts a new attempt, and so does success. `attempt` is a stored one.
 */
export function attemptKeys(attempt: Attempt | null = null) {
  return {
    keyFor(input: unknown): string {
      const values = stableText(input)
      if (attempt?.values !== values) attempt = { values, key: randomKey() }
      return attempt.key
    },
    succeeded() {
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
