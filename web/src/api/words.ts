import { i18n } from '@lingui/core'
import { language } from '../kit/device/language.ts'

let hindi: typeof import('./hindi.ts') | undefined

/** Fetches the Hindi sentences if the language is Hindi; the English ones come with the refusal or complaint. */
export async function loadWords(): Promise<void> {
  if (language.get() === 'hi') hindi = await import('./hindi.ts')
}

/**
 * The sentence of a refusal or a complaint in the form the API sends it (`{code, params, complaints}`), or of one of its fields: in
 * the page's language, or in English if the page has no translation.
 */
export function worded(said: unknown, english: string, field?: string): string {
  return (i18n.locale === 'hi' && hindi?.hindiSentenceOf(said, field)) || english
}
