/** Lists of the panel as files. */
import * as z from 'zod/mini'

export const fileFormats = ['csv', 'xlsx'] as const
export type FileFormat = (typeof fileFormats)[number]

/** The most rows of a list as a spreadsheet; as CSV it has no bound. */
export const XLSX_ROWS_MAX = 10_000

/** What the export of a list takes: how the list is narrowed, and the format; CSV where none is given. */
export function exportQuery<Filter extends Record<string, z.ZodMiniType>>(filter: Filter) {
  return z.strictObject({ ...filter, format: z.optional(z.enum(fileFormats)) })
}
