import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { showPage } from '../testing/showPage.tsx'
import RegisterPage from './RegisterPage.tsx'

test.each([
  ['terms', '/terms'],
  ['privacy notice', '/privacy'],
])('the %s open beside the form, which would be emptied otherwise', async (name, address) => {
  showPage({ path: '/register', component: RegisterPage })
  const link = await screen.findByRole('link', { name })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([address, '_blank'])
})

test('whoever may have an account without having seen the reply is told to sign in, also once the address is taken', async () => {
  const server = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', server)
  showPage({ path: '/register', component: RegisterPage })
  await userEvent.type(await screen.findByLabelText('Full name'), 'Asha Rao')
  await userEvent.type(screen.getByLabelText('E-mail'), 'asha@example.in')
  await userEvent.type(screen.getByLabelText('Phone'), '9812345678')
  await userEvent.type(screen.getByLabelText('Password'), 'monsoon over pune')
  server.mockRejectedValueOnce(new TypeError('the connection broke'))
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  await screen.findByText(/^We got no response, so your account may have been created\./)
  const message = 'This e-mail address is already registered.'
  server.mockResolvedValueOnce(
    Response.json({ code: 'email_taken', message, errors: { email: message } }, { status: 422 }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  await screen.findByText(message)
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
})
