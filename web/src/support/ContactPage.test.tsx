import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { showPage } from '../testing/showPage.tsx'
import ContactPage from './ContactPage.tsx'

test('a message whose page was left while it was sent is not shown to the next visitor', async () => {
  const sent = Promise.withResolvers<Response>()
  const server = vi.fn(() => sent.promise)
  vi.stubGlobal('fetch', server)
  const router = showPage({ path: '/contact', component: ContactPage })
  await userEvent.type(await screen.findByLabelText('Your name'), 'Asha Rao')
  await userEvent.type(screen.getByLabelText('E-mail'), 'asha@example.in')
  await userEvent.type(screen.getByLabelText('Your message'), 'My account number is wrong')
  const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft'))
  expect(drafts()).toEqual(['draft 0 contact'])
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(server).toHaveBeenCalled())
  act(() => router.history.push('/elsewhere'))
  await waitFor(() => expect(screen.queryByLabelText('Your message')).toBeNull())
  sent.resolve(Response.json({ email: 'asha@example.in' }, { status: 201 }))
  await waitFor(() => expect(drafts()).toEqual([]))
})

const lose = async () => {
  throw new TypeError('the connection broke')
}

test('a visitor’s first message whose reply was lost may have arrived', async () => {
  vi.stubGlobal('fetch', lose)
  showPage({ path: '/contact', component: ContactPage })
  await userEvent.type(await screen.findByLabelText('Your name'), 'Asha Rao')
  await userEvent.type(screen.getByLabelText('E-mail'), 'asha@example.in')
  await userEvent.type(screen.getByLabelText('Your message'), 'My account number is wrong')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText(/^We got no response, so your message may have reached us\./)
})

test('if the reply to a confirmed address was lost, its link may be used up', async () => {
  const waiting = {
    email: 'asha@example.in',
    data: [{ id: 3, name: 'Asha', text: 'Help', created_at: '2026-04-01T06:00:00.000Z' }],
  }
  vi.stubGlobal('fetch', async (address: string) => (address.endsWith('/confirm') ? lose() : Response.json(waiting)))
  showPage({ path: '/contact', component: ContactPage, validateSearch: () => ({ confirm: 'mailed' }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, send it' }))
  await screen.findByText(/^We got no response, so this may have gone through\. If it has, this link no longer works\./)
})
