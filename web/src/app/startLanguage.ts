import { session } from '../api/session.ts'
import { readSiteAgain } from '../api/site.ts'
import { loadWords } from '../api/words.ts'
import { language, startLanguage as startCatalogues } from '../kit/device/language.ts'

/** The sentences of the catalogues, and those of the contract if the language is Hindi. */
export async function startLanguage() {
  language.onChange(() => void loadWords())
  await startCatalogues()
  language.onChange(() => void refetch())
}

/** What the server words in the reader's language; for visitors only the operator's texts. */
async function refetch() {
  readSiteAgain()
  if (!session.get()) return
  const { refreshAll } = await import('../api/refresh.ts')
  await refreshAll()
}
