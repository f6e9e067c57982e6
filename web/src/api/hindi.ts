/** The Hindi sentences of refusals and complaints: a chunk of its own, fetched only by Hindi readers. */
import { hindiSentence } from '@bittkosh/contract/refusals.hi'
import * as z from 'zod/mini'

const said = { code: z.string(), params: z.optional(z.unknown()) }
const refusal = z.object({ ...said, complaints: z._default(z.record(z.string(), z.object(said)), {}) })

/**
 * The sentence of a refusal or a complaint in the form the API sends it, or of one of its fields; null for a code that this program
 * does not know. A complaint is more specific than 'some field is wrong', so the first one is the sentence of the whole.
 */
export function hindiSentenceOf(wire: unknown, field?: string): string | null {
  const read = z.safeParse(refusal, wire)
  if (!read.success) return null
  const { complaints } = read.data
  const one = field === undefined ? (Object.values(complaints)[0] ?? read.data) : complaints[field]
  return one ? hindiSentence(one.code, one.params) : null
}
