import { setHindiSentences } from '../api/sentences.ts'
import { language, startLanguage as startCatalogues } from '../kit/language.ts'

/** The sentences of the catalogues, and in Hindi also those of the contract, which speaks English. */
export async function startLanguage() {
  language.onChange(() => void loadSentences())
  await Promise.all([startCatalogues(), loadSentences()])
}

async function loadSentences() {
  if (language.get() !== 'hi') return
  const { sentences } = await import('./sentences.hi.ts')
  setHindiSentences(sentences)
}
