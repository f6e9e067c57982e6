import { type Complaint, complaintSentence } from '@bittkosh/contract/complaints'
import { ApiError } from './ApiError.ts'
import { worded } from './words.ts'

/** The sentence for a call that failed: the server's own where there is one, else the fallback of spec §8. */
export function failureMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || !error.hasServerMessage) return fallback
  // A complaint says more than that some field is wrong, and its sentence is the answer's message.
  const said = Object.values(error.complaints)[0] ?? error
  return worded(said, error.message)
}

/** The sentences of a call that failed, by field of the request. */
export function fieldMessages(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const { errors, complaints } = error
  const named = Object.entries(errors).map(([field, english]) => {
    const said = complaints[field]
    return [field, said ? worded(said, english) : english] as const
  })
  return Object.fromEntries(named)
}

/** What the contract's schema says of a field before anything is sent. */
export function complaintMessage(complaint: Complaint): string {
  return worded(complaint, complaintSentence(complaint))
}
