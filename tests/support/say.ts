/** The screens' texts in either language: a journey writes the English as the code does, with its values in braces. */
import { globSync, readFileSync } from 'node:fs'

type Values = Record<string, string | number>
export type Say = (message: string, values?: Values) => string

export const inEnglish: Say = (message, values = {}) =>
  message
    .replace(/\{(\w+), plural, one \{(.*?)\} other \{(.*?)\}\}/, (_, name: string, one: string, other: string) =>
      (values[name] === 1 ? one : other).replace('#', String(values[name])),
    )
    .replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))

/** From the catalogues of all rooms. Throws for a text that no screen shows, or shows only with a context. */
export const inHindi: Say = (message, values) => {
  const translation = hindiOf(message)
  if (translation === undefined) throw new Error(`no screen says: ${message}`)
  return inEnglish(translation, values)
}

/** The Hindi of a sentence in the catalogues; undefined for texts that people have written. */
export function hindiOf(message: string): string | undefined {
  return (translations ??= readTranslations()).get(message)
}

let translations: ReadonlyMap<string, string> | undefined

function readTranslations(): ReadonlyMap<string, string> {
  const texts = globSync('web/src/**/locales/hi.po').map((file) => readFileSync(file, 'utf8'))
  const entries = texts.flatMap((text) => [...text.matchAll(/\n\nmsgid (".*")\nmsgstr (".*")/g)])
  return new Map(entries.map(([, message = '', translation = '']) => [JSON.parse(message), JSON.parse(translation)]))
}
