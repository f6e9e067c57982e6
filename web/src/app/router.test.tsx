import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import type { Role } from '@bittkosh/contract/roles'
import { session } from '../api/session.ts'
import { signInAs } from '../testing/signInAs.ts'
import { adminRoutes, userRoutes, visitorRoutes } from '../../../tests/support/screens.ts'
import { router } from './router.tsx'

const visitorPages = ['/']
const publicPages = [...visitorRoutes.filter((path) => path !== '/'), '/register?ref=ASHA10']
const unknownPages = ['/nowhere', '/admin/nowhere', '/invest', '/wallet/deeper']

const people = { visitor: null, user: 'user', admin: 'admin' } as const
const table: [keyof typeof people, string[], string | null][] = [
  ['visitor', visitorPages, null],
  ['user', visitorPages, '/dashboard'],
  ['admin', visitorPages, '/admin'],
  ['visitor', publicPages, null],
  ['user', publicPages, null],
  ['admin', publicPages, null],
  ['visitor', userRoutes, '/login'],
  ['user', userRoutes, null],
  ['admin', userRoutes, '/admin'],
  ['visitor', adminRoutes, '/login'],
  ['user', adminRoutes, '/dashboard'],
  ['admin', adminRoutes, null],
  ['visitor', unknownPages, '/'],
  ['user', unknownPages, '/dashboard'],
  ['admin', unknownPages, '/admin'],
]
const cases = table.flatMap(([who, paths, target]) => paths.map((path) => [who, path, target ?? path] as const))

test.each(cases)('a %s who opens %s is at %s', async (who, path, target) => {
  const role = people[who]
  if (role === 'admin') signInAs('owner')
  if (role === 'user')
    session.begin('secret', { id: 1, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role })
  await expectOpened(path, target)
})

test.each<[Role, string, string]>([
  ['support', '/admin/deposits', '/admin/deposits'],
  ['support', '/admin/kyc', '/admin'],
  ['support', '/admin/team', '/admin'],
  ['support', '/admin/basic-settings', '/admin'],
  ['finance', '/admin/team', '/admin'],
  ['kyc', '/admin/withdrawals', '/admin'],
  ['viewer', '/admin/kyc', '/admin'],
  ['viewer', '/admin/notifications', '/admin'],
  ['catalogue', '/admin', '/admin/cryptocurrencies'],
  ['catalogue', '/admin/users', '/admin/cryptocurrencies'],
  ['catalogue', '/nowhere', '/admin/cryptocurrencies'],
])('%s who opens %s is at %s', async (role, path, target) => {
  signInAs(role)
  await expectOpened(path, target)
})

test('the sign-in page that a session’s end leads to knows the page and its person', async () => {
  session.begin('secret', { id: 1, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role: 'user' })
  session.end('server')
  const history = createMemoryHistory({ initialEntries: ['/withdraw?step=review'] })
  router.update({ ...router.options, history })
  await router.load()
  expect(history.location.href).toBe('/login')
  expect(history.location.state).toMatchObject({ cameFrom: '/withdraw?step=review', endedFor: 'user', endedId: 1 })
})

test('the sign-in page knows the page that was opened without a session, but not the one that a sign-out left', async () => {
  const openSignedOut = async (address = '/support?id=12') => {
    const history = createMemoryHistory({ initialEntries: [address] })
    router.update({ ...router.options, history })
    await router.load()
    expect(history.location.href).toBe('/login')
    return history.location.state
  }
  session.begin('secret', { id: 1, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role: 'user' })
  session.end('person')
  expect(await openSignedOut()).not.toHaveProperty('cameFrom')
  session.end('server') // as a page that has just been loaded: nobody's session ended
  const state = await openSignedOut()
  expect(state).toMatchObject({ cameFrom: '/support?id=12' })
  expect(state).not.toHaveProperty('endedFor')
  expect(await openSignedOut('/wallet'), 'a page as a whole').not.toHaveProperty('cameFrom')
})

async function expectOpened(path: string, target: string) {
  const history = createMemoryHistory({ initialEntries: [path] })
  router.update({ ...router.options, history })
  await router.load()
  expect(history.location.href).toBe(target)
  expect(history.length, 'a redirect replaces the page it came from').toBe(1)
}
