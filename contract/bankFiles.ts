/** What calls with a file of the bank share: how it is sent, and what became of a row that was refused by itself. */
import * as z from 'zod/mini'
import { complaint } from './complaint.ts'
import { isStorable } from './shapes.ts'
import { STATEMENT_BYTES_MAX } from './statementLimits.ts'

const base64Max = Math.ceil(STATEMENT_BYTES_MAX / 3) * 4
/** The file itself in base64. */
export const fileContent = z.string().check(z.maxLength(base64Max))
/** The file and what else its call needs. */
export const FILE_BODY_BYTES = base64Max + 16 * 1024

/** The heading of a column; left out if no column has the meaning. */
export const heading = z.optional(
  z.string().check(z.minLength(1), z.maxLength(200), z.refine(isStorable, complaint('invisible_characters'))),
)

/** Beside the row's own id, in the union of its outcomes. */
export const refusedOutcome = {
  outcome: z.literal('refused'),
  code: z.string(),
  message: z.string(),
  /** The figures of that message. */
  params: z.nullable(z.record(z.string(), z.unknown())),
}
