import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { transferTerms } from '@bittkosh/contract/transfers'
import { queryClient, reading } from '../api/queries.ts'
import { session } from '../api/session.ts'
import { flowSearch } from '../app/search.ts'
import { sentItem } from '../testing/historyItem.ts'
import { showPage } from '../testing/showPage.tsx'
import BittPayPage from './BittPayPage.tsx'
import { keepSent, keepTyped, readTyped } from './transferDraft.ts'

const terms = {
  email_verified: true,
  is_frozen: false,
  balance: 1000,
  fee_percentage: 3,
  open_transfer: null,
  code_by_sms: true,
  recent_recipients: [{ name: 'Asha Rao', number: '0123456789' }],
  daily_limit: 10_000,
  left_today: 10_000,
  new_recipient_limit: 5000,
  paused_until: '2026-11-24T04:12:00.000Z',
  kyc_revoked: false,
  frozen_until: null,
}
const server = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.stubGlobal('fetch', server)
  server.mockImplementation(async () => Response.json(terms))
})

const open = (address = '/bittpay') =>
  showPage({ path: '/bittpay', address, validateSearch: flowSearch, component: BittPayPage })

const waiting = {
  transfer_id: 7,
  receiver_name: 'Asha R•••',
  amount: 500,
  fee: 15,
  total_deducted: 515,
  expires_at: '2026-11-24T04:12:00.000Z',
  seconds_left: 300,
  tries_left: 3,
}

test('a previous receiver is chosen by name, and the transfer identifies them by number', async () => {
  server.mockImplementation(async (_address, call) =>
    Response.json(call?.method === 'POST' ? waiting : { ...terms, paused_until: null }, {
      status: call?.method === 'POST' ? 201 : 200,
    }),
  )
  const router = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Asha Rao' }))
  await userEvent.click(screen.getByRole('button', { name: 'Change' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Recipient'))
  await userEvent.click(screen.getByRole('button', { name: 'Asha Rao' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Amount'))
  await userEvent.type(screen.getByLabelText('Amount'), '500')
  await userEvent.click(screen.getByRole('button', { name: 'Send OTP' }))
  await screen.findByText('Asha R•••')
  const [, sent] = server.mock.calls.find(([, call]) => call?.method === 'POST') ?? []
  expect(JSON.parse(String(sent?.body))).toEqual({ recipient: '#0123456789', amount: 500 })
  expect(router.state.location.search).toEqual({ step: 'verify' })
})

test('a pending code is resumed; the page shows the remaining attempts, where it was sent and the amount', async () => {
  server.mockImplementation(async () => Response.json({ ...terms, paused_until: null, open_transfer: waiting }))
  localStorage.clear()
  const router = open()
  await screen.findByLabelText('6-digit code from your e-mail or SMS')
  expect(screen.getByText('3 tries are left.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Verify and send ₹500.00' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /Resend/ })).toBeNull() // this device does not have what was typed
  router.history.back()
  expect(await screen.findByLabelText('Recipient')).toBeDefined()
})

test('data from before the code was sent does not lead away from it', async () => {
  await queryClient.fetchQuery(reading(transferTerms))
  await queryClient.invalidateQueries({ refetchType: 'none' })
  server.mockImplementation(async () => Response.json({ ...terms, paused_until: null, open_transfer: waiting }))
  const router = open('/bittpay?step=verify')
  expect(await screen.findByLabelText('6-digit code from your e-mail or SMS')).toBeDefined()
  expect(router.state.location.search).toEqual({ step: 'verify' })
})

test('after a changed password, e-mail address or phone number the page shows until when BittPay is paused, and sends nothing', async () => {
  open()
  await screen.findByText(
    /^Your password, e-mail address or phone number was changed\..+you can send money again from:/,
  )
  expect(screen.getByText(/24 Nov 2026/)).toBeDefined()
  await userEvent.type(screen.getByLabelText('Recipient'), 'asha@example.in')
  await userEvent.type(screen.getByLabelText('Amount'), '100')
  await userEvent.click(screen.getByRole('button', { name: 'Send OTP' }))
  expect(server.mock.calls.every(([, call]) => call?.method === 'GET')).toBe(true)
})

test('another code is sent for the pending transfer, whatever the form contains by now', async () => {
  localStorage.clear()
  session.begin('secret', { id: 1, name: 'Ravi', email: 'ravi@example.in', phone: '+919812345678', role: 'user' })
  const begun: unknown[] = []
  server.mockImplementation(async (_address, call) => {
    const open_transfer = () => ({ ...waiting, transfer_id: begun.length, seconds_left: 200 })
    if (call?.method !== 'POST')
      return Response.json({ ...terms, paused_until: null, open_transfer: begun.length > 0 ? open_transfer() : null })
    begun.push(JSON.parse(String(call.body)))
    return Response.json(open_transfer(), { status: 201 })
  })
  const router = open()
  await userEvent.type(await screen.findByLabelText('Recipient'), 'asha@example.in')
  await userEvent.type(screen.getByLabelText('Amount'), '500')
  await userEvent.click(screen.getByRole('button', { name: 'Send OTP' }))
  await screen.findByText('Asha R•••')
  router.history.back()
  await userEvent.type(await screen.findByLabelText('Amount'), '0')
  router.history.forward()
  await userEvent.click(await screen.findByRole('button', { name: 'Resend the code' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Resend the code' }))
  const first = { recipient: 'asha@example.in', amount: 500 }
  expect(begun).toEqual([first, first, first])
})

test('while a code is being checked nothing claims that no money has left, and no other code is sent', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  session.begin('secret', { id: 1, name: 'Ravi', email: 'ravi@example.in', phone: '+919812345678', role: 'user' })
  keepSent({ recipient: 'asha@example.in', amount: '500', note: '' }, waiting.transfer_id)
  const answer = Promise.withResolvers<Response>()
  let open_transfer: object | null = { ...waiting, seconds_left: 200 }
  server.mockImplementation((_address, call) =>
    call?.method === 'POST'
      ? answer.promise
      : Promise.resolve(Response.json({ ...terms, paused_until: null, open_transfer })),
  )
  open()
  await userEvent.type(await screen.findByLabelText('6-digit code from your e-mail or SMS'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Verify and send ₹500.00' }))
  expect(screen.getByRole('button', { name: 'Resend the code' })).toHaveProperty('disabled', true)
  act(() => void vi.advanceTimersByTime(201_000))
  open_transfer = null
  expect(screen.queryByText(/Nothing has left your wallet/)).toBeNull()
  answer.resolve(Response.json({ message: 'Too late', code: 'transfer_expired' }, { status: 422 }))
  expect(await screen.findByText(/Nothing has left your wallet/)).toBeDefined()
  vi.useRealTimers()
})

test('a transfer that was sent before the page was closed ends on its receipt, not on the form with what was typed', async () => {
  localStorage.clear()
  session.begin('secret', { id: 1, name: 'Ravi', email: 'ravi@example.in', phone: '+919812345678', role: 'user' })
  const typed = { recipient: 'asha@example.in', amount: '500', note: '' }
  keepTyped(typed)
  keepSent(typed, waiting.transfer_id)
  const sent = sentItem({
    key: `balance_transfer_sent-${waiting.transfer_id}`,
    id: waiting.transfer_id,
    type: 'balance_transfer_sent',
    status: 'completed',
    amount: 515,
    requested_amount: 500,
    counterparty: 'Asha Rao',
  })
  const summary = { current_balance: 485, held_amount: 0, total_referral_income: 0 }
  server.mockImplementation(async (address) => {
    if (String(address).endsWith(`/transactions/${sent.key}`)) return Response.json(sent)
    if (!String(address).includes('/transactions')) return Response.json({ ...terms, paused_until: null })
    // The transfer is no longer on the first page of the history.
    const transactions = String(address).includes(`search=${sent.number}`) ? [sent] : []
    return Response.json({ summary, transactions, next_cursor: null })
  })
  const router = open('/bittpay?step=verify')
  await screen.findByText('₹500.00 sent to Asha Rao')
  expect(router.state.location.search).toEqual({ step: 'done', record: sent.number })
  expect(readTyped().recipient).toBe('')
})

/** Somebody sends a transfer; the reply says that the code is valid for five minutes, the terms from then on say `open_transfer`. */
async function sendWhile(open_transfer: object | null) {
  session.begin('secret', { id: 1, name: 'Ravi', email: 'ravi@example.in', phone: '+919812345678', role: 'user' })
  let isSent = false
  server.mockImplementation(async (_address, call) => {
    if (call?.method !== 'POST')
      return Response.json({ ...terms, paused_until: null, open_transfer: isSent ? open_transfer : null })
    isSent = true
    return Response.json(waiting, { status: 201 })
  })
  open()
  await userEvent.type(await screen.findByLabelText('Recipient'), 'asha@example.in')
  await userEvent.type(screen.getByLabelText('Amount'), '500')
  await userEvent.click(screen.getByRole('button', { name: 'Send OTP' }))
  await screen.findByText('Asha R•••')
}

test('a reply that only repeats the first one does not prolong its code', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await sendWhile({ ...waiting, seconds_left: 40, tries_left: 1 })
  expect(await screen.findByText('0:40')).toBeDefined()
  expect(screen.getByText('1 try is left.')).toBeDefined()
})

test('a code that was dead before its reply was repeated is not asked for', async () => {
  await sendWhile(null)
  expect(await screen.findByText('This code can no longer be used.')).toBeDefined()
  expect(screen.queryByLabelText('6-digit code from your e-mail or SMS')).toBeNull()
  expect(screen.getByRole('button', { name: 'Start again' })).toBeDefined()
})

test('while the reply to a code is missing, the code can be sent again, whatever the terms say', async () => {
  session.begin('secret', { id: 1, name: 'Ravi', email: 'ravi@example.in', phone: '+919812345678', role: 'user' })
  let open_transfer: object | null = waiting
  server.mockImplementation(async (_address, call) => {
    if (call?.method !== 'POST') return Response.json({ ...terms, paused_until: null, open_transfer })
    open_transfer = null
    throw new TypeError('the connection broke')
  })
  open()
  await userEvent.type(await screen.findByLabelText('6-digit code from your e-mail or SMS'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Verify and send ₹500.00' }))
  await screen.findByText(/^We got no response, so the money may have been sent\./)
  await waitFor(() => expect(queryClient.getQueryData(reading(transferTerms).queryKey)?.open_transfer).toBeNull())
  expect(screen.queryByText(/can no longer be used/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Verify and send ₹500.00' })).toHaveProperty('disabled', false)
})
