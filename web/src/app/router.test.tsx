import { createMemoryHistory } from '@tanstack/react-router'
import { afterEach, expect, test } from 'vitest'
import { session } from '../api/session.ts'
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

afterEach(() => session.end())

test.each(cases)('a %s who opens %s is at %s', async (who, path, target) => {
  const role = people[who]
  if (role) session.begin('secret', { id: 1, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role })
  const history = createMemoryHistory({ initialEntries: [path] })
  router.update({ ...router.options, history })
  await router.load()
  expect(history.location.href).toBe(target)
  expect(history.length, 'a redirect replaces the page it came from').toBe(1)
})
