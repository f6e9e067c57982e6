import { session } from '../api/session.ts'
import { setHindiSentences } from '../api/sentences.ts'
import { language, startLanguage as startCatalogues } from '../kit/language.ts'

/** The sentences of the catalogues, and in Hindi also those of the contract, which speaks English. */
export async function startLanguage() {
  await Promise.all([startCatalogues(), loadSentences()])
  language.onChange(() => void Promise.all([loadSentences(), refetch()]))
}

/** Visitors see nothing that a call has fetched. */
async function refetch() {
  if (!session.get()) return
  const { refreshAll } = await import('../api/refresh.ts')
  await refreshAll()
}

async function loadSentences() {
  if (language.get() !== 'hi') return
  const { sentences } = await import('./sentences.hi.ts')
  setHindiSentences(sentences)
}
