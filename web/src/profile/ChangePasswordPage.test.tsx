import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { session } from '../api/session.ts'
import { sentProfile } from '../testing/profile.ts'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import ChangePasswordPage from './ChangePasswordPage.tsx'

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
  await userEvent.type(await screen.findByLabelText('Current password'), 'monsoon over pune')
  await userEvent.type(screen.getByLabelText('New password'), 'winter over delhi')
  await userEvent.type(screen.getByLabelText('Confirm new password'), 'winter over delhi')
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
  await waitFor(() => expect(server).toHaveBeenCalled())
  if (meanwhile !== '/change-password') act(() => router.history.push(meanwhile))
  await act(async () => changed.resolve(Response.json(sentProfile())))
  await waitFor(() => expect(session.mustChangePassword()).toBe(false))
  await waitFor(() => expect(router.history.location.pathname).toBe(end))
})
