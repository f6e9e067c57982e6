import { type Language, languages } from '@bittkosh/contract/language'
import { i18n, type Messages } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { preference } from './preference.ts'

export const language = preference('language', languages, 'en')

/**
 * Texts of every screen are in the first chunk, in English; all others are fetched when they are needed. Those of the kit's
 * figures, lists and charts are the catalogue 'kit/money'.
 */
const startRooms = ['api', 'app', 'kit', 'shell']
const english = import.meta.glob<{ messages: Messages }>('/src/{api,app,kit,shell}/locales/en.po', { eager: true })
const englishTexts = import.meta.glob<{ messages: Messages }>([
  '/src/*/locales/en.po',
  '/src/kit/money/locales/en.po',
  '/src/shell/panel/locales/en.po',
  '!/src/{api,app,kit,shell}/locales/en.po',
])
const wanted = new Set(startRooms)
const fetched = new Map<string, Promise<void>>()

/** Fetches a room's texts in the language of the page; a route calls it while it fetches its page. */
export async function loadCatalogue(room: string) {
  wanted.add(room)
  await fetchCatalogue(room, languages.find((one) => one === i18n.locale) ?? language.get())
}

/** The latest choice; an earlier one whose texts arrive later is ignored. */
let chosen: Language

/** Fetches all sentences that this page has needed so far, then switches. If two calls overlap, only the later one switches. */
export async function setLanguage(next: Language) {
  chosen = next
  try {
    // A page opened in the meantime adds its rooms.
    for (let size = 0; size < wanted.size;) {
      size = wanted.size
      await Promise.all([...wanted].map((room) => fetchCatalogue(room, next)))
    }
  } catch (error) {
    if (chosen === next) throw error
  }
  if (chosen !== next) return
  if (typeof document !== 'undefined') {
    document.documentElement.lang = next
    // The server words its replies in this language, so the cookie is set before any listener can refetch.
    document.cookie = `language=${next}; path=/; max-age=31536000; samesite=lax`
  }
  language.set(next)
  i18n.activate(next)
}

/** Call once before the first render. */
export async function startLanguage() {
  for (const { messages } of Object.values(english)) i18n.load('en', messages)
  await setLanguage(language.get())
  followOtherTabs()
}

/** Switches when another tab does, because the server already answers in that language. Returns a function that stops it. */
export function followOtherTabs() {
  return language.onChange(() => {
    if (language.get() !== chosen) setLanguage(language.get()).catch(console.error)
  })
}

/** The language of the sentences on the page. */
export function useLanguage(): Language {
  return useLingui().i18n.locale === 'hi' ? 'hi' : 'en'
}

function fetchCatalogue(room: string, locale: Language): Promise<void> {
  const path = `/src/${room}/locales/${locale}.po`
  const known = fetched.get(path)
  if (known) return known
  const fetching = textsIn(locale)
    .then((texts) => texts[path]?.() ?? { messages: {} })
    .then(
      ({ messages }) => i18n.load(locale, messages),
      (error: unknown) => {
        fetched.delete(path) // after a lost connection the room's texts must be fetched again
        throw error
      },
    )
  fetched.set(path, fetching)
  return fetching
}

async function textsIn(locale: Language) {
  return locale === 'hi' ? (await import('./hindiTexts.ts')).hindiTexts : englishTexts
}
