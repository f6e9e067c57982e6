import { type AdminDeposit, adminDeposit } from '@bittkosh/contract/deposits'
import { paise } from '@bittkosh/contract/money'
import { type AdminWithdrawal, adminWithdrawal } from '@bittkosh/contract/withdrawals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { queryClient } from '../api/queries.ts'
import { deposit } from '../deposits/testing/deposit.ts'
import { readProposal } from '../testing/proposal.ts'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { withdrawal } from '../withdrawals/testing/withdrawal.ts'
import { DecideProposal } from './DecideProposal.tsx'

const facts = { amount: 10_000, requested: 10_000, largest: 8_000, limit: 2_00_000 }
const proposal = (change: Parameters<typeof readProposal>[0]) =>
  readProposal({
    act: 'deposit approved',
    record: { kind: 'deposit', id: 3, name: null },
    body: 'Approve a deposit of ₹10,000.00',
    amount: facts.amount,
    amount_facts: facts,
    ...change,
  })
const server = vi.fn<typeof fetch>()
const listed = (row: unknown) => ({
  data: [row],
  pagination: { current_page: 1, last_page: 1, total: 1 },
  counts: { pending: 1, approved: 0, rejected: 0, cancelled: 0, returned: 0, reversed: 0 },
  is_cut: false,
  unusual_above: 200_000,
  excess_percentage: 10,
})
/** The server has this deposit and this withdrawal, and refuses everything else. */
function has(one: { deposit?: Partial<AdminDeposit>; withdrawal?: Partial<AdminWithdrawal> } = {}) {
  server.mockImplementation(async (asked) => {
    const url = String(asked)
    if (url.includes('/deposits?')) return Response.json(listed(z.encode(adminDeposit, { ...deposit, ...one.deposit })))
    if (url.includes('/withdrawals?'))
      return Response.json(listed(z.encode(adminWithdrawal, { ...withdrawal, ...one.withdrawal } as AdminWithdrawal)))
    return Response.json({ message: 'Please sign in again.', code: 'unauthorized' }, { status: 401 })
  })
}

beforeEach(() => {
  queryClient.clear()
  vi.stubGlobal('fetch', server)
  server.mockClear()
  has()
})

const open = (of: Parameters<typeof proposal>[0], how: 'approve' | 'decline' = 'approve') =>
  show(
    <Suspense>
      <DecideProposal proposal={proposal(of)} how={how} onClose={vi.fn()} />
    </Suspense>,
  )
const shown = () => screen.findByRole('heading', { name: /#/ })
const confirm = () => screen.getByRole('button', { name: /^(Approve|Decline)/ })

test.each([
  ['a usual amount', {}],
  [
    'what moves nothing',
    { act: 'setting changed', record: { kind: 'settings', id: null, name: null }, amount: null, amount_facts: null },
  ],
])('%s is approved without a second look', async (_case, of) => {
  open(of)
  await waitFor(() => expect(confirm()).toHaveProperty('disabled', false))
  expect(screen.getByRole('dialog').className).not.toContain('pending')
  expect(confirm().textContent).toBe('Approve')
  expect(screen.queryByText('This amount is unusual:')).toBeNull()
})

test('an unusual amount is amber for the second admin too, who reads why and types it again', async () => {
  open({ amount_facts: { ...facts, largest: 2_400 } })
  await shown()
  expect(screen.getByRole('dialog').className).toContain('pending')
  expect(confirm().className).toContain('caution')
  expect(confirm().textContent).toBe('Approve, 4.1 times as much')
  expect(screen.getByText('Approve a deposit of ₹10,000.00')).toBeDefined()
  expect(screen.getByText('4.1 times the largest approved for this person so far, ₹2,400.00')).toBeDefined()
  const again = screen.getByLabelText('Type the amount again')
  await userEvent.type(again, '1000')
  expect(confirm()).toHaveProperty('disabled', true)
  await userEvent.type(again, '0')
  await userEvent.click(confirm())
  const asked = () => server.mock.calls.map(([url]) => String(url))
  await waitFor(() => expect(asked()).toContainEqual(expect.stringContaining('/admin/proposals/4/approve')))
})

test('for a changed balance the change is shown and typed again', async () => {
  open({
    act: 'user edited',
    record: { kind: 'user', id: 3, name: null },
    body: 'Change the balance of a user by ₹10,000.00',
    amount_facts: { ...facts, requested: null, limit: 9_999.99 },
  })
  expect(screen.getByText('Change the balance of a user by ₹10,000.00')).toBeDefined()
  expect(confirm().textContent).toBe('Approve, unusual amount')
  await userEvent.type(screen.getByLabelText('Type the change again, without its sign'), '10000')
  expect(confirm()).toHaveProperty('disabled', false)
})

test('a lower withdrawal fee is approved beside what its maker confirmed', async () => {
  open({
    act: 'setting changed',
    record: { kind: 'settings', id: null, name: null },
    amount: null,
    amount_facts: null,
    acts: [
      {
        action: 'setting changed',
        subject: 'settings',
        subject_id: null,
        before: { withdrawal_fee_percentage: { value: '7' } },
        after: { withdrawal_fee_percentage: { value: '6' }, same_day_gain: 290 },
        reason: null,
      },
    ],
  })
  const gain = await screen.findByRole('row', { name: /^same day gain/ })
  expect(gain.textContent).toContain('₹290.00')
})

test('declining an unusual amount needs no second look', () => {
  open({ amount_facts: { ...facts, largest: 2_400 } }, 'decline')
  expect(confirm().textContent).toBe('Decline')
  expect(screen.queryByText('This amount is unusual:')).toBeNull()
})

test('the reason for declining is there again after a reload, until it is discarded', async () => {
  signInAs('owner')
  const opened = () => {
    cleanup()
    open({}, 'decline')
    return screen.getByLabelText<HTMLTextAreaElement>('Reason')
  }
  await userEvent.type(opened(), 'No such payment')
  const kept = opened()
  expect(kept.value).toBe('No such payment')
  await userEvent.type(kept, '!')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(opened().value).toBe('')
})

test('a second admin reads a proposed setting as the first one did: by its name, with units and what it costs a day', async () => {
  signInAs('owner')
  const sums = {
    at: '2026-11-21T05:00:00Z',
    days: 30,
    earn: 0,
    withdrawals: 2_000,
    transfers: 0,
    referred_profits: 0,
    usdt_in: 0,
    usdt_out: 0,
  }
  server.mockImplementation(async () => Response.json(sums))
  const change = (value: string) => ({ withdrawal_fee_percentage: { value } })
  const acts = [
    {
      action: 'setting changed',
      subject: 'settings',
      subject_id: null,
      before: change('7'),
      after: change('1'),
      reason: null,
    },
  ]
  const setting = {
    act: 'setting changed',
    record: { kind: 'settings', id: null, name: null },
    amount: null,
    amount_facts: null,
  }
  open({ ...setting, acts })
  await screen.findByRole('heading', { name: 'Withdrawal fee' })
  screen.getByText('7 %')
  await screen.findByText('Costs the platform about ₹120.00 a day')
})

test('a proposed decision names what it writes, and nothing that it leaves alone', () => {
  const act = { action: 'deposit approved', subject: 'deposit', subject_id: 3, reason: null }
  const before = { status: 'pending', requested_amount: '1000000' }
  open({ acts: [{ ...act, before, after: { status: 'approved', user: 3, approved_amount: '1000000' } }] })
  const fields = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(fields).toEqual(['status', 'approved amount'])
})

const payment = {
  act: 'withdrawal approved',
  record: { kind: 'withdrawal', id: 12, name: null },
  body: 'Pay a withdrawal of ₹500.00',
  amount: 500,
  amount_facts: null,
}
const stopped = { ...withdrawal.user, is_linked_to_you: true, kyc_approved: false }

test('a payment is approved beside its payee, what leaves, and every warning that its maker had', async () => {
  has({ withdrawal: { flags: ['name_differs'], user: stopped } })
  open(payment)
  expect(confirm()).toHaveProperty('disabled', true)
  await screen.findByRole('heading', { name: 'Withdrawal #12' })
  expect(confirm()).toHaveProperty('disabled', false)
  for (const text of ['asha@okhdfc', '₹35.00', '₹465.00']) screen.getByText(text)
  screen.getByText("The account holder's name and the user's have no word in common.")
  screen.getByText('This person’s identity is no longer approved.')
  screen.getByText(/^Linked to you/)
})

test('a return is approved beside what came back and what goes to the wallet', async () => {
  has({
    withdrawal: { status: 'returned', transaction_id: 'UTR 4321', user: { ...withdrawal.user, email: 'a@b.test' } },
  })
  open({ ...payment, act: 'withdrawal returned' })
  await screen.findByText('Back in the wallet')
  screen.getByText('UTR 4321')
})

test('a deposit is approved beside its request, the balance after it and its warnings', async () => {
  const seen = { id: 9, user_name: 'Ravi', status: 'approved' as const, created_at: deposit.created_at }
  has({ deposit: { seen_before: [seen] } })
  open({})
  await screen.findByRole('heading', { name: 'Deposit #1' })
  screen.getByText('432198761234')
  screen.getByText('₹10,500.00')
  screen.getByText('Seen before: this transaction ID also appears on #9.')
})

test('a reversal is approved beside what is taken out of the wallet', async () => {
  const user = { ...deposit.user, wallet_balance: paise(12_000_00n) }
  has({ deposit: { status: 'approved', approved_amount: paise(10_000_00n), user } })
  open({ act: 'deposit reversed' })
  await screen.findByText('Balance after the reversal')
  screen.getByText('₹2,000.00')
})

test('if it cannot be read, the dialog says why and can still approve', async () => {
  server.mockImplementation(async () => Response.json({ message: 'Not now.', code: 'too_many' }, { status: 429 }))
  open(payment)
  await screen.findByText('Not now.')
  screen.getByRole('button', { name: 'Retry' })
  expect(confirm()).toHaveProperty('disabled', false)
})

test('a plan, a package and a deposit method are named, in the dialog too', () => {
  open({
    act: 'plan changed',
    record: { kind: 'plan', id: 2, name: 'Gold' },
    body: 'Change a plan',
    amount_facts: null,
  })
  screen.getByText('plan “Gold”', { exact: false })
})
