import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { readProposal } from '../testing/proposal.ts'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { DecideProposal } from './DecideProposal.tsx'

const facts = { amount: 10_000, requested: 10_000, largest: 8_000, limit: 2_00_000 }
const proposal = (change: Parameters<typeof readProposal>[0]) =>
  readProposal({
    act: 'deposit approved',
    record: { kind: 'deposit', id: 3 },
    body: 'Approve a deposit of ₹10,000.00',
    amount: facts.amount,
    amount_facts: facts,
    ...change,
  })
const server = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  server.mockResolvedValue(Response.json({ message: 'Please sign in again.', code: 'unauthorized' }, { status: 401 }))
})

const open = (of: Parameters<typeof proposal>[0], how: 'approve' | 'decline' = 'approve') =>
  show(<DecideProposal proposal={proposal(of)} how={how} onClose={vi.fn()} />)
const confirm = () => screen.getByRole('button', { name: /^(Approve|Decline)/ })

test.each([
  ['a usual amount', {}],
  [
    'what moves nothing',
    { act: 'setting changed', record: { kind: 'settings', id: null }, amount: null, amount_facts: null },
  ],
])('%s is approved without a second look', (_case, of) => {
  open(of)
  expect(screen.getByRole('dialog').className).not.toContain('pending')
  expect(confirm().textContent).toBe('Approve')
  expect(confirm()).toHaveProperty('disabled', false)
  expect(screen.queryByText('This amount is unusual:')).toBeNull()
})

test('an unusual amount is amber for the second admin too, who reads why and types it again', async () => {
  open({ amount_facts: { ...facts, largest: 2_400 } })
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
  await waitFor(() => expect(server).toHaveBeenCalled())
  expect(String(server.mock.calls[0]?.[0])).toContain('/admin/proposals/4/approve')
})

test('for a changed balance the change is shown and typed again', async () => {
  open({
    act: 'user edited',
    record: { kind: 'user', id: 3 },
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
    record: { kind: 'settings', id: null },
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
  const setting = { act: 'setting changed', record: { kind: 'settings', id: null }, amount: null, amount_facts: null }
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
