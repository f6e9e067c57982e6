import { BACKGROUND_HEADER } from '@bittkosh/contract/endpoint'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { VisitorThread } from './VisitorThread.tsx'

const created_at = '2026-04-01T06:00:00.000Z'
const thread = {
  state: 'waiting',
  data: [{ id: 9, from: 'support', text: 'Which address?', pictures: [], created_at }],
}

test('polling a visitor’s conversation does not extend a session', async () => {
  const marks: (string | null)[] = []
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    marks.push(new Headers(headers).get(BACKGROUND_HEADER))
    return Response.json(thread)
  })
  show(<VisitorThread token="7.secret" />)
  await screen.findByText('Which address?')
  expect(marks).toEqual(['1'])
})

test('a visitor’s message whose reply was lost may have been sent, and the conversation is read again', async () => {
  const wrote = { id: 10, from: 'person', text: 'asha@example.in', pictures: [], created_at }
  let { data } = thread
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.endsWith('/reply')) return Response.json({ ...thread, data })
    data = [wrote, ...data]
    throw new TypeError('the connection broke')
  })
  show(<VisitorThread token="7.secret" />)
  await userEvent.type(await screen.findByLabelText('Your message'), 'asha@example.in')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText(/^We got no response, so your message may have been sent\./)
  await screen.findByText('asha@example.in', { selector: 'p' })
})
