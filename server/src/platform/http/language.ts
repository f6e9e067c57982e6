import type { Language } from '@bittkosh/contract/language'

/** The language that the page was last set to in this browser; undefined for a caller that is not one of our pages. */
export function languageOf(cookies: string | undefined): Language | undefined {
  return /(?:^|; )language=(en|hi)(?:;|$)/.exec(cookies ?? '')?.[1] as Language | undefined
}
