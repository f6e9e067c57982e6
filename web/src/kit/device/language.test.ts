import { i18n, type Messages } from '@lingui/core'
import { afterEach, expect, test, vi } from 'vitest'
import { hindiTexts } from './hindiTexts.ts'
import { followOtherTabs, language, loadCatalogue, setLanguage } from './language.ts'

// Each test needs its own room, because fetched texts are cached.
const hindiOf = (room: string, fetching: () => Promise<{ messages: Messages }>) => {
  hindiTexts[`/src/${room}/locales/hi.po`] = fetching
  return loadCatalogue(room)
}
afterEach(() => setLanguage('en'))

test('of two choices the last one stands, whichever could be fetched first', async () => {
  const { promise, resolve } = Promise.withResolvers<{ messages: Messages }>()
  await hindiOf('slow', () => promise)
  const earlier = setLanguage('hi')
  await setLanguage('en')
  resolve({ messages: {} })
  await earlier
  expect([language.get(), i18n.locale, document.documentElement.lang]).toEqual(['en', 'en', 'en'])
})

test('a choice that could not be fetched is no failure once there is another', async () => {
  const { promise, reject } = Promise.withResolvers<{ messages: Messages }>()
  await hindiOf('lost', () => promise)
  const earlier = setLanguage('hi')
  await setLanguage('en')
  reject(new TypeError('offline'))
  await expect(earlier).resolves.toBeUndefined()
  delete hindiTexts['/src/lost/locales/hi.po']
})

test('a page that is opened while a language is fetched has its sentences in both', async () => {
  const { promise, resolve } = Promise.withResolvers<{ messages: Messages }>()
  await hindiOf('first', () => promise)
  const switching = setLanguage('hi')
  await hindiOf('opened', async () => ({ messages: { balance: 'शेष राशि' } }))
  resolve({ messages: {} })
  await switching
  expect(i18n.messages['balance']).toBe('शेष राशि')
})

test('a language that was chosen in another tab is the one of this tab too', async () => {
  const stop = followOtherTabs()
  localStorage.setItem('language', 'hi')
  dispatchEvent(new StorageEvent('storage', { key: 'language' }))
  await vi.waitFor(() => expect(i18n.locale).toBe('hi'))
  await hindiOf('next', async () => ({ messages: { wallet: 'वॉलेट' } }))
  expect(i18n.messages['wallet']).toBe('वॉलेट')
  stop()
})
