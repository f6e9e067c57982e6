import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import AdminNotificationsPage from './AdminNotificationsPage.tsx'

const person = {
  id: 7,
  name: 'Asha Rao',
  email: 'asha@example.test',
  phone: '+919800000001',
  role: 'user',
  balance: 0,
  is_active: true,
  frozen_at: null,
  referral_code: 'R7',
  referred_by: null,
  created_at: '2026-04-01T06:00:00.000Z',
  updated_at: null,
  govt_ids: [],
  marks: { flags: [], assigned_to: null },
}
const pagination = { current_page: 1, last_page: 1, per_page: 6, total: 1 }
let sent: { key: string | null; body: unknown }[] = []
let reply: () => Promise<Response>

beforeEach(() => {
  sent = []
  reply = () => new Promise(() => {}) // never comes
  signInAs('owner')
  vi.stubGlobal('fetch', async (address: string, { method, headers, body }: RequestInit) => {
    if (method === 'POST') {
      sent.push({ key: new Headers(headers).get('idempotency-key'), body: JSON.parse(String(body)) })
      return reply()
    }
    if (address.includes('/users?'))
      return Response.json({ data: [person], pagination, counts: { active: 1, inactive: 0 }, is_cut: false })
    return Response.json({ data: [], recipients: 2, next_cursor: null })
  })
})

const open = (tab: 'individual' | 'global') =>
  showPage({ path: '/admin/notifications', component: AdminNotificationsPage, validateSearch: () => ({ tab }) })

async function write() {
  await userEvent.type(await screen.findByLabelText('Title'), 'Maintenance')
  await userEvent.type(screen.getByLabelText('Message'), 'Tonight at ten')
}

async function send(tab: 'individual' | 'global') {
  const before = sent.length
  if (tab === 'individual') await userEvent.click(await screen.findByRole('button', { name: 'Send notification' }))
  else {
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send to every user' })
    await waitFor(() => expect(button.disabled).toBe(false))
    await userEvent.click(button)
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send to 2 people' }))
  }
  await waitFor(() => expect(sent).toHaveLength(before + 1))
}

test.each(['individual', 'global'] as const)(
  'a page reloaded before the reply sends the same notification again, not another: %s',
  async (tab) => {
    open(tab)
    if (tab === 'individual') {
      await userEvent.type(await screen.findByRole('searchbox'), 'Asha')
      await userEvent.click(await screen.findByRole('button', { name: /Asha Rao/ }))
    }
    await write()
    await send(tab)
    cleanup()
    open(tab)
    await send(tab)
    expect(sent[0]?.key).toBeTruthy()
    expect(sent[1]).toEqual(sent[0])
  },
)

test('a notification to everyone whose reply was lost may have been sent', async () => {
  reply = () => Promise.reject(new TypeError('the connection broke'))
  open('global')
  await write()
  await send('global')
  await screen.findByText(/^We got no response, so this may have gone through\./)
})
