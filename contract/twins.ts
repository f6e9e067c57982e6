/**
 * Texts that an operator writes for everybody: English, which always stands there, and beside it an optional Hindi twin of
 * the same name with `_hi`. Why columns and fields side by side: docs/decisions/0305-hindi-beside-the-english.md.
 */
import * as z from 'zod/mini'
import type { Language } from './language.ts'
import { text } from './shapes.ts'

/** What an operator wrote in Hindi; empty while they have written none. */
export const hindi = z.string()

/** The same in a form: left out, it stays as it was, and in a new record it is empty. */
export function hindiOf(max: number, { oneLine = false }: { oneLine?: boolean } = {}) {
  return z.optional(text({ max, min: 0, oneLine }))
}

/** A text in the reader's language: the Hindi for who reads Hindi, the English where none is written. */
export function inLanguage(language: Language, english: string, inHindi: string | undefined): string {
  return language === 'hi' && inHindi ? inHindi : english
}

type Twins<Field extends string> = { [F in Field]: string } & { [F in `${Field}_hi`]?: string }

/** A record whose `fields` are in the reader's language. */
export function readIn<Field extends string, Row extends Twins<Field>>(
  language: Language,
  row: Row,
  fields: readonly Field[],
): Row {
  const texts: { [name: string]: unknown } = row
  const read = fields.map((field) => [field, texts[`${field}_hi`] || texts[field]])
  return language === 'hi' ? { ...row, ...Object.fromEntries(read) } : row
}
