import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const asha = { id: 1, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role: 'user' }
const ravi = { ...asha, id: 2, name: 'Ravi', role: 'user' as const }

beforeEach(() => vi.resetModules())
afterAll(() => vi.resetModules())

async function sessionOnStart() {
  return (await import('./session.ts')).session
}

test('the stored session is restored on start', async () => {
  localStorage.setItem('token', 'secret')
  localStorage.setItem('user', JSON.stringify(asha))
  expect((await sessionOnStart()).get()).toEqual({ token: 'secret', user: asha })
})

test.each([
  ['no token', null, JSON.stringify(asha)],
  ['no user', 'secret', null],
  ['a user that is not JSON', 'secret', '{name:'],
  ['a user without a role', 'secret', JSON.stringify({ ...asha, role: undefined })],
])('%s signs nobody in', async (_what, token, user) => {
  if (token) localStorage.setItem('token', token)
  if (user) localStorage.setItem('user', user)
  expect((await sessionOnStart()).get()).toBeNull()
})

test('signing in stores token and user; signing out deletes both', async () => {
  const session = await sessionOnStart()
  session.begin('secret', { ...asha, role: 'user' })
  expect(localStorage.getItem('token')).toBe('secret')
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(asha)
  session.end()
  expect(localStorage.getItem('token')).toBeNull()
  expect(localStorage.getItem('user')).toBeNull()
})

test.each<[string, () => Storage]>([
  [
    'blocks its storage',
    () => {
      throw new DOMException('blocked', 'SecurityError')
    },
  ],
  ['has no storage', () => null as unknown as Storage], // as in a WebView
])('in a browser that %s a session lasts as long as the page', async (_what, storage) => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(storage)
  const session = await sessionOnStart()
  expect(session.get()).toBeNull()
  session.begin('secret', { ...asha, role: 'user' })
  dispatchEvent(comesBack())
  expect(session.get()).toEqual({ token: 'secret', user: asha })
  session.end('server')
  dispatchEvent(comesBack())
  expect(session.get()).toBeNull()
})

test('a full storage keeps nothing of the previous session, and the new one lasts as long as the page', async () => {
  const session = await sessionOnStart()
  session.begin('secret', { ...asha, role: 'user' })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  session.begin('another secret', ravi)
  dispatchEvent(comesBack())
  expect(session.get()).toEqual({ token: 'another secret', user: ravi })
  expect(localStorage.getItem('token')).toBeNull()
  session.end()
})

test('signing out in another tab signs out here', async () => {
  const session = await sessionOnStart()
  session.begin('secret', { ...asha, role: 'user' })
  localStorage.removeItem('token')
  dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  expect(session.get()).toBeNull()
})

test.each([
  ['the server ended it', '1', asha],
  ['somebody signed out', null, null],
])('what the other tab reports about the session: %s', async (_what, marker, endedFor) => {
  const session = await sessionOnStart()
  session.begin('secret', { ...asha, role: 'user' })
  if (marker) localStorage.setItem('ended', marker)
  localStorage.removeItem('token')
  dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  localStorage.removeItem('user')
  dispatchEvent(new StorageEvent('storage', { key: 'user' }))
  expect(session.endedFor()).toEqual(endedFor)
})

test('a session that the server ended is marked for other tabs before it is removed, until somebody signs in or out', async () => {
  const session = await sessionOnStart()
  const marked = () => localStorage.getItem('ended') !== null
  session.begin('secret', { ...asha, role: 'user' })
  session.end('server')
  expect(marked()).toBe(true)
  session.begin('secret', { ...asha, role: 'user' })
  expect(marked()).toBe(false)
  session.end('server')
  session.end()
  expect(marked()).toBe(false)
})

const storeElsewhere = () => {
  localStorage.setItem('token', 'another secret')
  localStorage.setItem('user', JSON.stringify(ravi))
}

test.each([
  ['in another tab', () => dispatchEvent(new StorageEvent('storage', { key: 'token' }))],
  ['while the browser had put the page aside', () => dispatchEvent(comesBack())],
])('if somebody signs in over the session, %s, the page starts over', async (_when, hear) => {
  const session = await sessionOnStart()
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  session.begin('secret', { ...asha, role: 'user' })
  storeElsewhere()
  hear()
  vi.unstubAllGlobals()
  expect(reload).toHaveBeenCalled()
  expect(session.get()?.user.name).toBe('Asha') // until then nothing is sent in the other person's name
})

test('a page restored after somebody signed out shows nothing of them', async () => {
  const session = await sessionOnStart()
  session.begin('secret', { ...asha, role: 'user' })
  localStorage.removeItem('token')
  localStorage.removeItem('user')
  dispatchEvent(comesBack())
  expect(session.get()).toBeNull()
})

function comesBack() {
  return Object.assign(new Event('pageshow'), { persisted: true })
}
