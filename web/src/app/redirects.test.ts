import { expect, test } from 'vitest'
import { type Audience, homeOf, redirectFor, type Role } from './redirects.ts'

const rules: [string, Audience, Role, string | null][] = [
  ['a visitor sees the landing page', 'visitors', null, null],
  ['a user who opens the landing page goes to the dashboard', 'visitors', 'user', '/dashboard'],
  ['an admin who opens the landing page goes to the panel', 'visitors', 'admin', '/admin'],
  ['a visitor who opens a user page signs in first', 'users', null, '/login'],
  ['a visitor who opens an admin page signs in first', 'admins', null, '/login'],
  ['a user sees user pages', 'users', 'user', null],
  ['an admin who opens a user page goes to the panel', 'users', 'admin', '/admin'],
  ['a user who opens an admin page goes to the dashboard', 'admins', 'user', '/dashboard'],
  ['an admin sees admin pages', 'admins', 'admin', null],
  ['a visitor who opens a page of every account signs in first', 'signed-in', null, '/login'],
  ['a user sees pages of every account', 'signed-in', 'user', null],
  ['an admin sees pages of every account', 'signed-in', 'admin', null],
  ['a visitor sees public pages', 'anyone', null, null],
  ['a user sees public pages', 'anyone', 'user', null],
  ['an admin sees public pages', 'anyone', 'admin', null],
]

test.each(rules)('%s', (_what, audience, role, target) => {
  expect(redirectFor(audience, role)).toBe(target)
})

test.each([
  [null, '/'],
  ['user', '/dashboard'],
  ['admin', '/admin'],
] as const)('unknown paths lead %s to %s', (role, target) => {
  expect(homeOf(role)).toBe(target)
})
