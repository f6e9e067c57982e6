import { useState } from 'react'
import { randomKey } from './randomKey.ts'

/**
 * An Idempotency-Key that lives with the typed values: sending the same values again after a lost connection is
 * the same attempt, an edit begins a new one, and so does success.
 */
export function attemptKeys() {
  let attempt: { values: string; key: string } | null = null
  return {
    keyFor(input: unknown): string {
      const values = stableText(input)
      if (attempt?.values !== values) attempt = { values, key: randomKey() }
      return attempt.key
    },
    succeeded() {
      attempt = null
    },
  }
}

export function useAttemptKeys() {
  return useState(attemptKeys)[0]
}

/** JSON that also takes money (bigint). */
export function stableText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part)) ?? ''
}
