import { i18n } from '@lingui/core'

type Sentences = Readonly<Record<string, string>>

let hindi: Sentences = {}

/** Called once Hindi is chosen (app/start.tsx). */
export function setHindiSentences(sentences: Sentences) {
  hindi = sentences
}

/** A sentence of the contract (a refusal, a field error) in the page's language; an unknown one stays as it is. */
export function sentence(english: string): string {
  return i18n.locale === 'hi' ? (hindi[english] ?? english) : english
}
