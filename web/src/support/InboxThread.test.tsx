import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { InboxThread } from './InboxThread.tsx'

const at = '2026-04-01T06:00:00.000Z'
const conversation = {
  id: 4,
  about: null,
  state: 'waiting',
  preview: 'We are checking it',
  last_from: 'support',
  last_at: at,
  created_at: at,
  user_id: null,
  name: 'Asha Rao',
  email: 'asha@example.in',
  assigned_to: null,
}
const message = {
  from: 'support',
  text: 'We are checking it',
  pictures: [],
  created_at: at,
  by: 'Meera',
  picture_count: 0,
}

test('closing names the newest message that is shown, and shows the newer one that prevents it', async () => {
  signInAs('support')
  const bodies: unknown[] = []
  let data = [{ ...message, id: 9 }]
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    if (method === 'PUT') {
      bodies.push(JSON.parse(String(body)))
      data = [{ ...message, id: 10, from: 'person', text: 'It is still missing' }, ...data]
      return Response.json({ code: 'answered_meanwhile', message: 'Read it first' }, { status: 409 })
    }
    if (!address.includes('/conversations/4')) return Response.json([])
    return Response.json({ conversation, language: 'en', asker: null, account: null, data, next_cursor: null })
  })
  showPage({ path: '/', component: () => <InboxThread id={4} /> })
  await userEvent.click(await screen.findByRole('button', { name: 'Close conversation' }))
  await screen.findByText('It is still missing')
  await waitFor(() => expect(bodies).toEqual([{ is_closed: true, seen: 9 }]))
})
