/** Exports of the panel's lists as files. */
import * as z from 'zod/mini'

export const fileFormats = ['csv', 'xlsx'] as const
export type FileFormat = (typeof fileFormats)[number]

/** The most rows of a spreadsheet; CSV has no limit. */
export const XLSX_ROWS_MAX = 10_000

/** The query of an export: the list's filter and the format, CSV by default. */
export function exportQuery<Filter extends Record<string, z.ZodMiniType>>(filter: Filter) {
  return z.strictObject({ ...filter, format: z.optional(z.enum(fileFormats)) })
}
