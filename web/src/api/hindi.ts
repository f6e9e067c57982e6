/** What refusals and complaints say in Hindi: a chunk of its own, for who reads it. */
import { hindiSentence } from '@bittkosh/contract/refusals.hi'
import * as z from 'zod/mini'

const said = { code: z.string(), params: z.optional(z.unknown()) }
const refusal = z.object({ ...said, complaints: z._default(z.record(z.string(), z.object(said)), {}) })

/**
 * The sentence of a refusal or a complaint as the wire carries it, or of one of its fields; null for what this program
 * does not know. A complaint says more than that some field is wrong: the first is the sentence of the whole.
 */
export function hindiSentenceOf(wire: unknown, field?: string): string | null {
  const read = z.safeParse(refusal, wire)
  if (!read.success) return null
  const { complaints } = read.data
  const one = field === undefined ? (Object.values(complaints)[0] ?? read.data) : complaints[field]
  return one ? hindiSentence(one.code, one.params) : null
}
