import { loadCatalogue } from '../kit/language.ts'

/** The search of the admin panel and its words: they come when it is first opened. */
export async function loadFinder() {
  const [finder] = await Promise.all([import('./Finder.tsx'), loadCatalogue('finder')])
  return finder
}
