import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { session } from '../api/session.ts'
import { showPage } from '../testing/showPage.tsx'
import LoginPage from './LoginPage.tsx'

const user = { id: 1, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role: 'user' as const }
afterEach(() => vi.unstubAllGlobals())

async function openAfter(cameFrom?: string) {
  const router = showPage({ path: '/login', component: LoginPage })
  await screen.findByLabelText('E-mail or phone')
  const state = cameFrom ? { cameFrom, endedId: user.id } : {}
  await act(() => router.navigate({ href: '/login', replace: true, state }))
  return router
}

test.each([
  ['where its session had ended', '/withdraw?step=review'],
  ['home', undefined],
])('somebody who signs in in another tab goes on in this one: %s', async (_where, cameFrom) => {
  const router = await openAfter(cameFrom)
  localStorage.setItem('token', 'secret')
  localStorage.setItem('user', JSON.stringify(user))
  await act(async () => {
    for (const key of ['token', 'user']) dispatchEvent(new StorageEvent('storage', { key }))
  })
  expect(router.state.location.href).toBe(cameFrom ?? '/dashboard')
})

test('somebody who had no session here gets the page that was opened', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ token: 'secret', user }))
  const router = showPage({ path: '/login', component: LoginPage })
  await screen.findByLabelText('E-mail or phone')
  await act(() => router.navigate({ href: '/login', replace: true, state: { cameFrom: '/support?id=12' } }))
  await userEvent.type(screen.getByLabelText('E-mail or phone'), user.email)
  await userEvent.type(screen.getByLabelText('Password'), 'teen hathi nadi par')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  await vi.waitFor(() => expect(router.state.location.href).toBe('/support?id=12'))
})

test.each([
  ['the same person goes on where the session had ended', user, '/withdraw?step=review'],
  ['another person starts at home', { ...user, id: 2, name: 'Ravi' }, '/dashboard'],
  ['an admin starts at the panel’s home', { ...user, id: 3, name: 'Meera', role: 'admin' }, '/admin'],
])('whoever signs in here: %s', async (_who, signedIn, page) => {
  vi.stubGlobal('fetch', async () => Response.json({ token: 'secret', user: signedIn }))
  const router = await openAfter('/withdraw?step=review')
  await userEvent.type(screen.getByLabelText('E-mail or phone'), user.email)
  await userEvent.type(screen.getByLabelText('Password'), 'teen hathi nadi par')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  await vi.waitFor(() => expect(router.state.location.href).toBe(page))
  expect(session.get()?.user.name).toBe(signedIn.name)
})
