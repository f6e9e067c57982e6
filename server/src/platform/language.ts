import type { Language } from '@bittkosh/contract/language'

/** The language that a browser's page was set to last; undefined for a caller that is no page of ours. */
export function languageOf(cookies: string | undefined): Language | undefined {
  return /(?:^|; )language=(en|hi)(?:;|$)/.exec(cookies ?? '')?.[1] as Language | undefined
}
