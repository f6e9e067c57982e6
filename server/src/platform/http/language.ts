import type { Language } from '@bittkosh/contract/language'

/** The language last chosen on the page in this browser; undefined for a caller that is not one of our pages. */
export function languageOf(cookies: string | undefined): Language | undefined {
  return /(?:^|; )language=(en|hi)(?:;|$)/.exec(cookies ?? '')?.[1] as Language | undefined
}
