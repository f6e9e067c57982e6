/** A complaint encoded in a schema's message, because zod has room for only one string. It is written and read here. */
import * as z from 'zod/mini'
import type { Complaint, ComplaintCode, ComplaintParams } from './complaints.ts'

/** A complaint as the message of a schema. */
export function complaint<C extends ComplaintCode>(
  code: C,
  ...[params]: [ComplaintParams<C>] extends [never] ? [] : [params: ComplaintParams<C>]
): string {
  return JSON.stringify(params === undefined ? { code } : { code, params })
}

/** What a codec's `decode` is given to refuse with. */
export type Decoding = { issues: z.core.$ZodRawIssue[] }

/** Refuses an input that a codec cannot decode; `message` is its complaint. */
export function refuseInput(context: Decoding, input: unknown, message: string): never {
  context.issues.push({ code: 'custom', input, message })
  return z.NEVER as never
}

/** The complaint in the message of a schema's issue; `unfit` if the schema has no complaint of its own. */
export function readComplaint(message: string): Complaint {
  if (!message.startsWith('{"code":')) return { code: 'unfit' }
  return JSON.parse(message) as Complaint // only `complaint` writes such messages
}
