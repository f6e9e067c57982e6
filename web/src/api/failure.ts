import type { Complaint } from '@bittkosh/contract/complaints'
import { ApiError } from './ApiError.ts'
import { worded } from './words.ts'

/** The sentence for a call that failed: the server's own where there is one, else the fallback. */
export function failureMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.hasServerMessage ? worded(error.answer, error.message) : fallback
}

/** Whether no answer of the server came, or only half of one, so that the call may have done its work. */
export function isUnanswered(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}

/** The sentences of a call that failed, by field of the request. */
export function fieldMessages(error: unknown): Record<string, string> {
  return error instanceof ApiError ? mapped(error.errors, (english, field) => worded(error.answer, english, field)) : {}
}

/**
 * What the contract's schema says of fields before anything is sent. The English sentences are fetched with the first of
 * them; where that fails, the fallback stands at the fields.
 */
export async function complaintMessages(
  byField: Readonly<Record<string, Complaint>>,
  fallback: string,
): Promise<Record<string, string>> {
  const english = await import('@bittkosh/contract/complaints').catch(() => null)
  return mapped(byField, (said) => worded(said, english?.complaintSentence(said) ?? fallback))
}

function mapped<T>(byField: Readonly<Record<string, T>>, say: (said: T, field: string) => string) {
  return Object.fromEntries(Object.entries(byField).map(([field, said]) => [field, say(said, field)]))
}
