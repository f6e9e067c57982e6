import type { Language } from '@bittkosh/contract/language'
import { type Sql, sql } from './sql.ts'

/** A column in the reader's language: its Hindi twin (`<column>_hi`) if that is filled in, otherwise the English text. */
export function readerText(language: Language, column: string): Sql<string> {
  const english = sql<string>`${sql.ref(column)}`
  return language === 'hi' ? sql<string>`coalesce(nullif(${sql.ref(`${column}_hi`)}, ''), ${english})` : english
}
