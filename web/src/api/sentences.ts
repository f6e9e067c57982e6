import { i18n } from '@lingui/core'

type Sentences = Readonly<Record<string, string>>
/** A sentence with figures or names in it: '{1}' in both languages stands for what the server has put there. */
type Template = { english: RegExp; hindi: string }

let exact: Sentences = {}
let templates: Template[] = []

/** Called once Hindi is chosen (app/startLanguage.ts). */
export function setHindiSentences(sentences: Sentences) {
  exact = sentences
  templates = Object.entries(sentences)
    .filter(([english]) => english.includes('{1}'))
    .map(([english, hindi]) => ({ english: matcherOf(english), hindi }))
}

/** A sentence of the contract (a refusal, a field error) in the page's language; an unknown one stays as it is. */
export function sentence(english: string): string {
  if (i18n.locale !== 'hi') return english
  return exact[english] ?? filledIn(english) ?? english
}

function filledIn(english: string): string | undefined {
  for (const template of templates) {
    const figures = template.english.exec(english)
    if (figures) return template.hindi.replace(/\{(\d)\}/g, (_all, place) => figures[Number(place)] ?? '')
  }
  return undefined
}

function matcherOf(english: string): RegExp {
  const pieces = english.split(/\{\d\}/).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${pieces.join('(.+?)')}$`)
}
