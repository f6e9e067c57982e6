/** Where somebody signed in, by browser and system. Both are brands, so they are the same in every language. */
import type { Language } from '../language.ts'

/** As far as the browser reveals them. */
export type Device = { browser: string | null; system: string | null }

/** 'Chrome on Android'; null if neither is known. */
export function deviceText(language: Language, { browser, system }: Device): string | null {
  if (browser === null || system === null) return browser ?? system
  return language === 'hi' ? `${system} पर ${browser}` : `${browser} on ${system}`
}
