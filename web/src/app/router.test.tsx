import { createMemoryHistory } from '@tanstack/react-router'
import { afterEach, expect, test } from 'vitest'
import { session } from '../api/session.ts'
import { router } from './router.tsx'

const visitorPages = ['/']
const publicPages = ['/login', '/register', '/register?ref=ASHA10', '/reset-password?token=abc']
const userPages = [
  '/dashboard',
  '/add-balance',
  '/balance-packages',
  '/withdraw',
  '/bittpay',
  '/invest/BTC',
  '/flexible',
  '/portfolio',
  '/wallet',
  '/profile',
  '/support',
  '/notifications',
]
const adminPages = [
  '/admin',
  '/admin/users',
  '/admin/cryptocurrencies',
  '/admin/categories',
  '/admin/balance-packages',
  '/admin/deposits',
  '/admin/balance-transfers',
  '/admin/kyc',
  '/admin/withdrawals',
  '/admin/notifications',
  '/admin/upcomings',
  '/admin/settings',
  '/admin/basic-settings',
]
const unknownPages = ['/nowhere', '/admin/nowhere', '/invest', '/wallet/deeper']

const people = { visitor: null, user: 'user', admin: 'admin' } as const
const table: [keyof typeof people, string[], string | null][] = [
  ['visitor', visitorPages, null],
  ['user', visitorPages, '/dashboard'],
  ['admin', visitorPages, '/admin'],
  ['visitor', publicPages, null],
  ['user', publicPages, null],
  ['admin', publicPages, null],
  ['visitor', userPages, '/login'],
  ['user', userPages, null],
  ['admin', userPages, '/admin'],
  ['visitor', adminPages, '/login'],
  ['user', adminPages, '/dashboard'],
  ['admin', adminPages, null],
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
