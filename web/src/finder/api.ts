import { loadCatalogue } from '../kit/device/language.ts'

/** What the search of the admin panel finds, and its words: they come when it is first opened. */
export async function loadFindings() {
  const [findings] = await Promise.all([import('./Findings.tsx'), loadCatalogue('finder')])
  return findings
}
