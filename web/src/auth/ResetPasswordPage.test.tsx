import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { session } from '../api/session.ts'
import { showPage } from '../testing/showPage.tsx'
import ResetPasswordPage from './ResetPasswordPage.tsx'

/** Resets a password while Asha is signed in; her session's next call gets this status. */
async function reset(status: number) {
  const server = vi.fn<typeof fetch>(async (address) =>
    String(address).endsWith('/reset-password')
      ? Response.json({ message: 'Done' })
      : Response.json(status === 200 ? { data: [] } : { code: 'signed_out', message: 'Sign in' }, { status }),
  )
  vi.stubGlobal('fetch', server)
  session.begin('secret', { id: 1, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role: 'user' })
  showPage({
    path: '/reset-password',
    component: ResetPasswordPage,
    validateSearch: () => ({ token: 'mailed' }),
  })
  await userEvent.type(await screen.findByLabelText('New password'), 'three words here')
  await userEvent.type(screen.getByLabelText('Confirm new password'), 'three words here')
  await userEvent.click(screen.getByRole('button', { name: 'Set new password' }))
  await screen.findByText('Your password has been reset. Please sign in.')
  await waitFor(() => expect(server).toHaveBeenCalledTimes(2))
}

test('somebody who is signed in stays so if another account gets its new password', async () => {
  await reset(200)
  expect(session.get()?.user.name).toBe('Asha')
})

test('somebody whose own password is reset is signed out here too', async () => {
  await reset(401)
  await waitFor(() => expect(session.get()).toBeNull())
})
