import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { session } from '../api/session.ts'
import { sentProfile } from '../testing/profile.ts'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import ChangePasswordPage from './ChangePasswordPage.tsx'

async function change() {
  await userEvent.type(await screen.findByLabelText('Current password'), 'monsoon over pune')
  await userEvent.type(screen.getByLabelText('New password'), 'winter over delhi')
  await userEvent.type(screen.getByLabelText('Confirm new password'), 'winter over delhi')
  await press()
}
const press = () => userEvent.click(screen.getByRole('button', { name: 'Change password' }))

test.each([
  ['whoever waits for it is led home', '/change-password', '/admin'],
  ['whoever has gone on meanwhile is left there', '/admin/withdrawals', '/admin/withdrawals'],
])('the password is changed, and %s', async (_who, meanwhile, end) => {
  const changed = Promise.withResolvers<Response>()
  const server = vi.fn(() => changed.promise)
  vi.stubGlobal('fetch', server)
  signInAs('owner')
  session.requirePasswordChange(true)
  const router = showPage({ path: '/change-password', component: ChangePasswordPage })
  await change()
  await waitFor(() => expect(server).toHaveBeenCalled())
  if (meanwhile !== '/change-password') act(() => router.history.push(meanwhile))
  await act(async () => changed.resolve(Response.json(sentProfile())))
  await waitFor(() => expect(session.mustChangePassword()).toBe(false))
  await waitFor(() => expect(router.history.location.pathname).toBe(end))
})

test('a change whose reply was lost may have been done, and is repeated with its key, which is stored nowhere', async () => {
  const server = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', server)
  signInAs('owner')
  const router = showPage({ path: '/change-password', component: ChangePasswordPage })
  server.mockRejectedValueOnce(new TypeError('the connection broke'))
  await change()
  await screen.findByText(/^We got no response, so this may have gone through\./)
  expect(JSON.stringify(localStorage)).not.toContain('winter')
  server.mockImplementation(async () => Response.json(sentProfile()))
  await press()
  await waitFor(() => expect(router.history.location.pathname).toBe('/admin'))
  const [first, second] = server.mock.calls.map(([, call]) => new Headers(call?.headers).get('idempotency-key'))
  expect(first).toBeTruthy()
  expect(second).toBe(first)
})
