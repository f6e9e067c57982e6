/**
 * What the server rendered into this document before any script ran: the landing page, for a visitor (app/drawLanding.tsx). Null on
 * every other page.
 */
import type { Language } from '@bittkosh/contract/language'
import type { Site } from '@bittkosh/contract/site'

export type Drawn = { language: Language; mobile: boolean; site: Site }

/** #root contains it as JSON. */
export const drawn: Drawn | null = read()

function read(): Drawn | null {
  const text = globalThis.document?.getElementById('root')?.dataset.drawn
  return text === undefined ? null : JSON.parse(text)
}
