import { createElement } from 'react'
import { loadCatalogue } from '../kit/device/language.ts'
import type { FindingsProps } from './Findings.tsx'

/** The results of the admin panel's search, and its texts, fetched when it is first opened. */
export async function loadFindings() {
  const [{ Findings }, { settingWords: settings }] = await Promise.all([
    import('./Findings.tsx'),
    import('../settings/words.ts'),
    loadCatalogue('finder'),
    loadCatalogue('settings'),
  ])
  return { default: (props: Omit<FindingsProps, 'settings'>) => createElement(Findings, { ...props, settings }) }
}
