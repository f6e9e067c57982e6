import { session } from '../api/session.ts'
import { loadWords } from '../api/words.ts'
import { language, startLanguage as startCatalogues } from '../kit/device/language.ts'

/** The sentences of the catalogues, and those of the contract where Hindi is read. */
export async function startLanguage() {
  language.onChange(() => void loadWords())
  await startCatalogues()
  language.onChange(() => void refetch())
}

/** Visitors see nothing that a call has fetched. */
async function refetch() {
  if (!session.get()) return
  const { refreshAll } = await import('../api/refresh.ts')
  await refreshAll()
}
