import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { session } from '../api/session.ts'
import { showPage } from '../testing/showPage.tsx'
import ResetPasswordPage from './ResetPasswordPage.tsx'

const press = () => userEvent.click(screen.getByRole('button', { name: 'Set new password' }))

async function choose() {
  showPage({
    path: '/reset-password',
    component: ResetPasswordPage,
    validateSearch: () => ({ token: 'mailed' }),
  })
  await userEvent.type(await screen.findByLabelText('New password'), 'three words here')
  await userEvent.type(screen.getByLabelText('Confirm new password'), 'three words here')
  await press()
}

/** Resets a password while Asha is signed in; her session's next call gets this status. */
async function reset(status: number) {
  const server = vi.fn<typeof fetch>(async (address) =>
    String(address).endsWith('/reset-password')
      ? Response.json({ message: 'Done' })
      : Response.json(status === 200 ? { data: [] } : { code: 'signed_out', message: 'Sign in' }, { status }),
  )
  vi.stubGlobal('fetch', server)
  session.begin('secret', { id: 1, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role: 'user' })
  await choose()
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

test('whoever may have a new password without having seen the reply is told to sign in, also once the link is dead', async () => {
  const server = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', server)
  server.mockRejectedValueOnce(new TypeError('the connection broke'))
  await choose()
  await screen.findByText(/^We got no response, so your password may have been changed\./)
  const message = 'This reset link is no longer valid. Please request a new one.'
  server.mockResolvedValueOnce(Response.json({ code: 'reset_link_dead', message }, { status: 422 }))
  await press()
  await screen.findByText(message)
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
})
