import { BATCH_AMOUNT_MAX, type PayoutCandidate } from '@bittkosh/contract/payoutBatches'
import { paise } from '@bittkosh/contract/money'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useToasts } from '../kit/overlays/toast.ts'
import { show } from '../testing/show.tsx'
import { Choosing } from './NewPayoutBatchPage.tsx'

const server = vi.fn<typeof fetch>()
const sent = () => server.mock.calls.map(([, call]) => call?.body && JSON.parse(String(call.body))).filter(Boolean)

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  server.mockResolvedValue(Response.json({ message: 'No', code: 'own_request' }, { status: 403 }))
})

const counts = { size: 1, amount: 930, waiting: 1, paid: 0, unpaid: 0 }
const made = {
  id: 3,
  made_by: { id: 7, name: 'Meera' },
  made_at: '2026-11-21T05:00:00Z',
  ...counts,
  payouts: [],
  downloads: [],
}
const candidate = (id: number, change: Partial<PayoutCandidate> = {}): PayoutCandidate => ({
  withdrawal_id: id,
  number: `NUMBER${id}`,
  user: { id: 100 + id, name: `Person ${id}` },
  payee: 'HDFC Bank ••4417',
  amount: paise(930_00n),
  created_at: new Date('2026-04-01T06:00:00.000Z'),
  claimed_by: null,
  flags: [],
  hindrance: null,
  ...change,
})

async function openList(...first: PayoutCandidate[]) {
  const list = { replace: (_rows: PayoutCandidate[]) => {} }
  function List() {
    const [rows, setRows] = useState(first)
    useEffect(() => void (list.replace = setRows), [])
    return <Choosing rows={rows} />
  }
  const rootRoute = createRootRoute({ component: List })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory({ initialEntries: ['/'] }) })
  show(<RouterProvider router={router} />)
  await screen.findByRole('table')
  return { router, replace: (...rows: PayoutCandidate[]) => act(() => list.replace(rows)) }
}
const open = async (...rows: PayoutCandidate[]) => (await openList(...rows)).router
const box = (id: number) => screen.getByRole('checkbox', { name: `Choose NUMBER${id} of Person ${id}` })
const button = () => screen.getByRole('button', { name: 'Create a batch' })

test('the total follows the selection, and is sent once it is confirmed', async () => {
  await open(candidate(1), candidate(2, { amount: paise(70_50n) }), candidate(3))
  expect(button()).toHaveProperty('disabled', true)
  await userEvent.click(box(1))
  await userEvent.click(box(2))
  expect(screen.getByText(/2 withdrawals/).textContent).toBe('2 withdrawals · ₹1,000.50')
  await userEvent.click(button())
  expect(sent()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Create a batch of ₹1,000.50' }))
  await waitFor(() => expect(sent()).toEqual([{ withdrawal_ids: [1, 2] }]))
})

test.each([
  ['claimed_by_other', 'Another admin is paying it'],
  ['frozen', 'Payouts to this person are on hold'],
  ['kyc_missing', 'This person’s identity is not approved'],
  ['in_batch', 'In another open batch'],
  ['proposed', 'Waiting for another admin’s approval'],
  ['own_request', 'Yours, or of an account that invited you or that you invited'],
] as const)('one that cannot be chosen says why: %s', async (hindrance, sentence) => {
  await open(candidate(1, { hindrance }), candidate(2))
  expect(box(1)).toHaveProperty('disabled', true)
  screen.getByText(sentence)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all without a warning' }))
  expect(box(1)).toHaveProperty('checked', false)
  screen.getByText(/1 withdrawal /)
})

test('a selection larger than a batch shows a message', async () => {
  await open(candidate(1, { amount: BATCH_AMOUNT_MAX }), candidate(2))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all without a warning' }))
  expect(button()).toHaveProperty('disabled', true)
  screen.getByText('At most ₹1,00,00,000.00 in one batch')
})

test('what has a warning is not selected with the others, and the total is typed again before it is paid with them', async () => {
  await open(candidate(1), candidate(2, { flags: ['used_elsewhere'] }), candidate(3, { is_unusual: true }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all without a warning' }))
  expect([1, 2, 3].map((id) => (box(id) as HTMLInputElement).checked)).toEqual([true, false, false])
  await userEvent.click(box(2))
  await userEvent.click(box(3))
  await userEvent.click(button())
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'NUMBER2, Person 2, ₹930.00: seen before',
    'NUMBER3, Person 3, ₹930.00: unusual amount',
  ])
  const create = dialog.getByRole('button', { name: 'Create a batch of ₹2,790.00' })
  expect(create).toHaveProperty('disabled', true)
  await userEvent.type(dialog.getByLabelText('Type the total again'), '2790')
  expect(create).toHaveProperty('disabled', false)
})

test('what looks unusual about a payee is shown beside it', async () => {
  await open(candidate(1, { flags: ['name_differs', 'used_elsewhere'] }))
  screen.getByText('different name')
  screen.getByText('seen before')
})

test.each([
  ['whoever waits for it is led to the new batch', '/', '/admin/payout-batches/3'],
  ['whoever has gone on meanwhile is left there', '/admin/withdrawals', '/admin/withdrawals'],
])('%s', async (_who, meanwhile, end) => {
  const making = Promise.withResolvers<Response>()
  server.mockReturnValueOnce(making.promise)
  const router = await open(candidate(1))
  await userEvent.click(box(1))
  await userEvent.click(button())
  await userEvent.click(screen.getByRole('button', { name: 'Create a batch of ₹930.00' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  act(() => router.history.push(meanwhile))
  await act(async () => making.resolve(Response.json(made, { status: 201 })))
  await waitFor(() => expect(screen.queryByRole('button', { name: /Please wait/ })).toBeNull())
  await waitFor(() => expect(router.history.location.pathname).toBe(end))
})

test('why a batch was refused stands in the dialog that asked, and not in the next one', async () => {
  await open(candidate(1))
  await userEvent.click(box(1))
  await userEvent.click(button())
  const first = within(screen.getByRole('dialog', { name: 'Create this batch?' }))
  await userEvent.click(first.getByRole('button', { name: 'Create a batch of ₹930.00' }))
  expect((await first.findByRole('alert')).textContent).toBe('No')
  expect(renderHook(useToasts).result.current.map(({ message }) => message)).not.toContain('No')
  await userEvent.click(first.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(button())
  expect(within(screen.getByRole('dialog')).queryByRole('alert')).toBeNull()
})

test('after a lost reply the question stays as it was asked, says that it may be done, and the same attempt is sent again', async () => {
  server.mockRejectedValue(new TypeError('the connection broke'))
  const { router, replace } = await openList(candidate(1), candidate(2))
  await userEvent.click(box(1))
  await userEvent.click(box(2))
  await userEvent.click(button())
  const dialog = within(screen.getByRole('dialog', { name: 'Create this batch?' }))
  const create = () => dialog.getByRole('button', { name: 'Create a batch of ₹1,860.00' })
  await userEvent.click(create())
  await dialog.findByText(/^We got no response/)
  replace(candidate(1, { hindrance: 'in_batch' }), candidate(2, { hindrance: 'in_batch' }))
  await waitFor(() => expect(box(1)).toHaveProperty('disabled', true))
  server.mockResolvedValue(Response.json(made, { status: 201 }))
  await userEvent.click(create())
  await waitFor(() => expect(router.history.location.pathname).toBe('/admin/payout-batches/3'))
  expect(sent()).toEqual([{ withdrawal_ids: [1, 2] }, { withdrawal_ids: [1, 2] }])
  expect(new Set(server.mock.calls.map(([, call]) => new Headers(call?.headers).get('idempotency-key'))).size).toBe(1)
})
