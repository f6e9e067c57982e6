import { listAudit } from '@bittkosh/contract/audit'
import { recordLife } from '@bittkosh/contract/life'
import { paise } from '@bittkosh/contract/money'
import { adminDeposit } from '@bittkosh/contract/deposits'
import { waiting } from '@bittkosh/contract/statistics'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { queryClient } from '../api/queries.ts'
import ApproveDeposit from './ApproveDeposit.tsx'
import { deposit } from './testing/deposit.ts'
import { show } from '../testing/show.tsx'

const dialog = { draft: 'approve deposit 1', onClose: vi.fn(), onDone: vi.fn() }
const limit = paise(2_00_000_00n)
const approve = () => screen.getByRole('button', { name: /^Approve/ })

function open({ amount = '10000', largest = null as bigint | null, unusualAbove = limit } = {}) {
  const asked = { ...deposit, largest_approved: largest === null ? null : paise(largest) }
  show(<ApproveDeposit deposit={asked} typed={{ amount, note: 'Arrived' }} unusualAbove={unusualAbove} {...dialog} />)
}

test('a usual amount is approved immediately', () => {
  open({ largest: 10_000_00n })
  expect(screen.queryByText('This amount is unusual:')).toBeNull()
  expect(approve()).toHaveProperty('disabled', false)
  expect(approve().textContent).toBe('Approve')
  expect(screen.getByRole('dialog').className).not.toContain('pending')
})

test.each([
  [
    'more than was asked for',
    { amount: '10500' },
    'a little more than the requested ₹10,000.00',
    '10500',
    'Approve, unusual amount',
  ],
  ['a tenth more', { amount: '11000' }, '1.1 times the requested ₹10,000.00', '11000', 'Approve, 1.1 times as much'],
  [
    'a multiple of the largest so far',
    { largest: 2_400_00n },
    '4.1 times the largest approved for this person so far, ₹2,400.00',
    '10,000',
    'Approve, 4.1 times as much',
  ],
  [
    'above the limit',
    { unusualAbove: paise(9_999_99n) },
    'above ₹9,999.99, from which every amount is checked twice',
    '10000.00',
    'Approve, unusual amount',
  ],
])('%s is explained and typed again before it is approved', async (_case, facts, sentence, again, word) => {
  open(facts)
  expect(screen.getByRole('dialog').className).toContain('pending')
  expect(approve().className).toContain('caution')
  expect(approve().textContent).toBe(word)
  expect(screen.getByText(sentence)).toBeDefined()
  expect(approve()).toHaveProperty('disabled', true)
  const field = screen.getByLabelText('Type the amount again')
  await userEvent.type(field, '1000')
  expect(approve()).toHaveProperty('disabled', true)
  await userEvent.clear(field)
  await userEvent.type(field, again)
  expect(approve()).toHaveProperty('disabled', false)
})

test('an admin whose own account shares a browser with the person’s is told again', () => {
  const linked = { ...deposit, user: { ...deposit.user, is_linked_to_you: true } }
  show(<ApproveDeposit deposit={linked} typed={{ amount: '10000', note: '' }} unusualAbove={limit} {...dialog} />)
  expect(screen.getByText(/^Linked to you: this account and your own/)).toBeDefined()
  expect(approve()).toHaveProperty('disabled', false)
})

test('once it is decided, the menu’s counts, its history and its audit trail are refetched', async () => {
  const shown = [waiting.path, recordLife.path, listAudit.path]
  for (const path of shown) queryClient.setQueryData([path], {})
  const decided = { ...deposit, status: 'approved' as const, approved_amount: deposit.requested_amount }
  vi.stubGlobal('fetch', async () => Response.json(z.encode(adminDeposit, decided)))
  open()
  await userEvent.click(approve())
  await vi.waitFor(() => expect(dialog.onDone).toHaveBeenCalled())
  for (const path of shown) expect(queryClient.getQueryState([path])?.isInvalidated).toBe(true)
})
