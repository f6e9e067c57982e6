import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  sessionStorage.clear()
})

/** Reloads the page, as a browser does; a new tab starts a new visit. */
async function open({ inNewTab }: { inNewTab: boolean }) {
  vi.resetModules()
  if (inNewTab) sessionStorage.clear()
  const offer = await import('./installOffer.ts')
  offer.noteVisit()
  return { ...offer, state: () => localStorage.getItem('install-offer') }
}

test('is due on the second visit, not on a reload of the first', async () => {
  expect((await open({ inNewTab: true })).state()).toBe('visited')
  expect((await open({ inNewTab: false })).state()).toBe('visited')
  expect((await open({ inNewTab: true })).state()).toBe('due')
})

test('is due after the first deposit', async () => {
  const page = await open({ inNewTab: true })
  page.noteFirstDeposit()
  expect(page.state()).toBe('due')
})

test('never returns once it was answered', async () => {
  localStorage.setItem('install-offer', 'answered')
  const page = await open({ inNewTab: true })
  page.noteFirstDeposit()
  expect(page.state()).toBe('answered')
})
