import { ApiError } from './ApiError.ts'
import { sentence } from './sentences.ts'

/** The sentence for a call that failed: the server's own where there is one, else the fallback. */
export function failureMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.hasServerMessage ? sentence(error.message) : fallback
}
