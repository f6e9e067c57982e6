import { i18n } from '@lingui/core'
import { language } from '../kit/device/language.ts'

let hindi: typeof import('./hindi.ts') | undefined

/** Fetches the Hindi words where Hindi is read; the English ones come with what they are about. */
export async function loadWords(): Promise<void> {
  if (language.get() === 'hi') hindi = await import('./hindi.ts')
}

/**
 * What a refusal or a complaint says, as the wire carries it (`{code, params, complaints}`), or says of one field: in
 * the page's language, in English where the page has no other words for it.
 */
export function worded(said: unknown, english: string, field?: string): string {
  return (i18n.locale === 'hi' && hindi?.hindiSentenceOf(said, field)) || english
}
