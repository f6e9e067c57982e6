import { i18n } from '@lingui/core'
import { language } from '../kit/language.ts'

/** A refusal or a complaint as the wire carries it. */
export type Said = { code: string; params?: unknown }

let hindi: ((code: string, params: unknown) => string | null) | null = null

/** Fetches what refusals and complaints say in the reader's language; English comes with the answer or the schema. */
export async function loadWords(): Promise<void> {
  if (language.get() !== 'hi' || hindi) return
  const { hindiSentence } = await import('@bittkosh/contract/refusals.hi')
  hindi = hindiSentence
}

/** What is said, in the page's language; in English where the page has no other words for it. */
export function worded({ code, params }: Said, english: string): string {
  return (i18n.locale === 'hi' && hindi?.(code, params)) || english
}
