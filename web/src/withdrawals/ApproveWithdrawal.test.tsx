import { paise } from '@bittkosh/contract/money'
import { waiting } from '@bittkosh/contract/statistics'
import { type AdminWithdrawal, listWithdrawals } from '@bittkosh/contract/withdrawals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../api/queries.ts'
import { session } from '../api/session.ts'
import { sentProposal } from '../testing/proposal.ts'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import ApproveWithdrawal from './ApproveWithdrawal.tsx'

const server = vi.fn<typeof fetch>()
const withdrawal = {
  id: 12,
  status: 'pending',
  type: 'upi',
  amount: paise(500_00n),
  processing_fee: paise(35_00n),
  net_amount: paise(465_00n),
  fee_percentage: 70_000n,
  usdt_amount: null,
  usdt_rate: null,
  largest_approved: paise(500_00n),
  withdrawal_details: { upi_id: 'asha@okhdfc' },
  reported_payments: [],
  flags: ['used_elsewhere'],
  user: { id: 3, name: 'Asha Rao', is_active: false, is_frozen: true, is_linked_to_you: true, kyc_approved: false },
} as unknown as AdminWithdrawal

beforeEach(() => {
  signInAs('finance')
  vi.stubGlobal('fetch', server)
  server.mockResolvedValue(Response.json({ message: 'Please sign in again.', code: 'unauthorized' }, { status: 401 }))
})

const open = (of = withdrawal) =>
  show(
    <ApproveWithdrawal
      withdrawal={of}
      unusualAbove={paise(1_000_00n)}
      draft={`approve withdrawal ${of.id}`}
      onClose={vi.fn()}
      onDone={vi.fn()}
    />,
  )
const reference = () => screen.getByLabelText<HTMLInputElement>('Transaction ID')

test('the confirm dialog repeats every warning of the record', () => {
  open()
  for (const warning of [
    'Frozen: no money leaves this account.',
    'Inactive: this person cannot sign in.',
    'Linked to you: this account and your own have used the same browser, payee or ID number.',
    'This person’s identity is no longer approved.',
    'Seen before: another user has withdrawn to this payee.',
  ])
    expect(screen.getByText(warning)).toBeDefined()
})

test('a usual amount is paid without a second look', () => {
  open()
  expect(screen.queryByText('This amount is unusual:')).toBeNull()
  expect(screen.getByRole('dialog').className).not.toContain('pending')
  expect(screen.getByRole('button', { name: 'Mark as paid' })).toHaveProperty('disabled', false)
})

test.each([
  [
    'many times the largest so far',
    { amount: paise(21_000_00n) },
    [
      '42 times the largest approved for this person so far, ₹500.00',
      'above ₹1,000.00, from which every amount is checked twice',
    ],
    'Mark as paid, 42 times as much',
  ],
  [
    'a first one above the limit',
    { amount: paise(21_000_00n), largest_approved: null },
    ['above ₹1,000.00, from which every amount is checked twice'],
    'Mark as paid, unusual amount',
  ],
])(
  '%s turns the confirm dialog amber, is explained and typed again before it is paid',
  async (_case, facts, sentences, word) => {
    open({ ...withdrawal, ...facts })
    const button = screen.getByRole('button', { name: /^Mark as paid/ })
    expect(screen.getByRole('dialog').className).toContain('pending')
    expect(button.className).toContain('caution')
    expect(button.textContent).toBe(word)
    for (const sentence of sentences) expect(screen.getByText(sentence)).toBeDefined()
    await userEvent.type(reference(), '432198761234')
    expect(button).toHaveProperty('disabled', true)
    const again = screen.getByLabelText('Type the amount again')
    await userEvent.type(again, '2100')
    expect(button).toHaveProperty('disabled', true)
    await userEvent.type(again, '0')
    expect(button).toHaveProperty('disabled', false)
    await userEvent.click(button)
    await waitFor(() => expect(server).toHaveBeenCalled())
    const [, sent] = server.mock.calls[0] ?? []
    expect(JSON.parse(String(sent?.body))).toMatchObject({ status: 'approved', transaction_id: '432198761234' })
  },
)

test('the typed reference of a payment survives the closed dialog and the end of the session, for this withdrawal alone', async () => {
  open()
  await userEvent.type(reference(), '432198761234')
  await userEvent.click(screen.getByRole('button', { name: 'Mark as paid' }))
  await waitFor(() => expect(session.get()).toBeNull())
  cleanup()
  signInAs('finance')
  open({ ...withdrawal, id: 13 })
  expect(reference().value).toBe('')
  cleanup()
  open()
  expect(reference().value).toBe('432198761234')
})

const sent = () =>
  server.mock.calls.map(([, call]) => call?.body && JSON.parse(String(call.body))).find((body) => body?.status)
const hadPaid = () => screen.queryByRole('checkbox', { name: /I had paid this before/ })

test('an admin who claimed it before the person was frozen can confirm that it was paid', async () => {
  const me = { id: session.get()?.user.id ?? 0, name: 'Meera' }
  open({ ...withdrawal, claimed_by: me })
  await userEvent.click(hadPaid() ?? expect.fail('no checkbox'))
  await userEvent.type(reference(), '432198761234')
  await userEvent.click(screen.getByRole('button', { name: 'Mark as paid' }))
  await waitFor(() => expect(sent()).toMatchObject({ status: 'approved', already_paid: true }))
})

test.each([
  ['who had not begun', { claimed_by: null }],
  ["another admin's payment", { claimed_by: { id: 99, name: 'Ravi' } }],
  ['a person who is not stopped', { user: { ...withdrawal.user, is_frozen: false, kyc_approved: true } }],
])('it is not required for %s, nor sent', async (_whom, change) => {
  const me = { id: session.get()?.user.id ?? 0, name: 'Meera' }
  open({ ...withdrawal, claimed_by: me, ...change } as AdminWithdrawal)
  expect(hadPaid()).toBeNull()
  await userEvent.type(reference(), '432198761234')
  await userEvent.click(screen.getByRole('button', { name: 'Mark as paid' }))
  await waitFor(() => expect(sent()).toMatchObject({ status: 'approved' }))
  expect(sent()).not.toHaveProperty('already_paid')
})

test('once it is sent for approval, the queue shows the claim that the proposal has made', async () => {
  const shown = [listWithdrawals.path, waiting.path]
  for (const path of shown) queryClient.setQueryData([path], {})
  server.mockImplementation(async () => Response.json({ proposal: sentProposal() }, { status: 202 }))
  open()
  await userEvent.type(reference(), '426655443322')
  await userEvent.click(screen.getByRole('button', { name: 'Mark as paid' }))
  for (const path of shown) await waitFor(() => expect(queryClient.getQueryState([path])?.isInvalidated).toBe(true))
})
