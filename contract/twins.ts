/**
 * Texts that an operator writes for everybody: English, which is always there, and an optional Hindi twin of the same
 * name with `_hi`. Why these are separate columns and fields: docs/decisions/0305-hindi-beside-the-english.md.
 */
import * as z from 'zod/mini'
import type { Language } from './language.ts'
import { text } from './shapes.ts'

/** The operator's Hindi text; empty if there is none. */
export const hindi = z.string()

/** The same in a form: if left out, it stays unchanged, and is empty in a new record. */
export function hindiOf(max: number, { oneLine = false }: { oneLine?: boolean } = {}) {
  return z.optional(text({ max, min: 0, oneLine }))
}

/** A text in the reader's language: Hindi for a Hindi reader if there is any, otherwise English. */
export function inLanguage(language: Language, english: string, inHindi: string | undefined): string {
  return language === 'hi' && inHindi ? inHindi : english
}

type Twins<Field extends string> = { [F in Field]: string } & { [F in `${Field}_hi`]?: string }

/** A record with its `fields` in the reader's language. */
export function readIn<Field extends string, Row extends Twins<Field>>(
  language: Language,
  row: Row,
  fields: readonly Field[],
): Row {
  const texts: { [name: string]: unknown } = row
  const read = fields.map((field) => [field, texts[`${field}_hi`] || texts[field]])
  return language === 'hi' ? { ...row, ...Object.fromEntries(read) } : row
}
