import { createElement } from 'react'
import { loadCatalogue } from '../kit/device/language.ts'
import type { FindingsProps } from './Findings.tsx'

/** What the search of the admin panel finds, and its words: they come when it is first opened. */
export async function loadFindings() {
  const [{ Findings }, { settingWords: settings }] = await Promise.all([
    import('./Findings.tsx'),
    import('../settings/words.ts'),
    loadCatalogue('finder'),
    loadCatalogue('settings'),
  ])
  return { default: (props: Omit<FindingsProps, 'settings'>) => createElement(Findings, { ...props, settings }) }
}
