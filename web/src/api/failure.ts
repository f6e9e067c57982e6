import type { Complaint } from '@bittkosh/contract/complaints'
import { ApiError } from './ApiError.ts'
import { worded } from './words.ts'

/** The sentence for a failed call: the server's own if it sent one, otherwise the fallback. */
export function failureMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.hasServerMessage ? worded(error.answer, error.message) : fallback
}

/** Whether the record that a call names doesn't exist: to retry would not help. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Whether no reply came from the server, or only an incomplete one, so that the call may have been executed. */
export function isUnanswered(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}

/**
 * Whether a refusal rules out that an earlier attempt with the same key, whose reply was lost, was executed: a rule refused it, and
 * rules are asked only after the server has looked for the first reply. A doubted date is refused before that.
 */
export function rulesOutEarlier(error: unknown): boolean {
  return error instanceof ApiError && [409, 422].includes(error.status) && error.code !== 'date_doubted'
}

/** The sentences for a failed call, by field of the request. */
export function fieldMessages(error: unknown): Record<string, string> {
  return error instanceof ApiError ? mapped(error.errors, (english, field) => worded(error.answer, english, field)) : {}
}

/**
 * The contract's schema errors by field, before anything is sent. The English sentences are fetched with the first error; if that
 * fails, the fields show the fallback.
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
