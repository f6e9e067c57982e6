import { loadWords } from '../api/words.ts'
import { language, startLanguage as startCatalogues } from '../kit/language.ts'

/** The sentences of the catalogues, and once somebody changes to Hindi those of the contract. */
export async function startLanguage() {
  language.onChange(() => void loadWords())
  await startCatalogues()
}
