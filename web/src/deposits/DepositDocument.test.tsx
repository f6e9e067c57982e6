import { paise } from '@bittkosh/contract/money'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { approvalProblem } from './approvalDraft.ts'
import DepositDocument from './DepositDocument.tsx'
import { deposit, family } from './testing/deposit.ts'

test('the form shows how much may be approved, and why more may not', async () => {
  const largest = paise(11_000_00n)
  const draft = { amount: '11000.01', note: 'Arrived' }
  const rest = { deposit, draft, largest, onDraft: vi.fn(), acts: { approve: vi.fn(), reject: vi.fn() }, tried: null }
  const { rerender } = show(<DepositDocument {...rest} problem={null} />)
  expect(screen.getByText('At most ₹11,000.00')).toBeDefined()
  rerender(<DepositDocument {...rest} problem={approvalProblem(deposit, draft, largest)} />)
  expect(screen.getByLabelText('Approved amount').getAttribute('aria-invalid')).toBe('true')
  expect(await screen.findByText(/^At most ₹11,000\.00 can be approved for this request\./)).toBeDefined()
})

test('the total below a bonus is what was credited: amount and bonus', () => {
  const approved = { ...deposit, status: 'approved' as const, approved_amount: paise(10_000_00n) }
  const draft = { amount: '', note: '' }
  const rest = { draft, largest: null, onDraft: vi.fn(), acts: {}, tried: null, problem: null }
  show(<DepositDocument {...rest} deposit={{ ...approved, package: family, decided_at: null }} />)
  expect(screen.getByText('Credited').parentElement?.textContent).toBe('Credited₹10,500.00')
})

test.each([
  ['frozen', { is_frozen: true }, /^Frozen: no money leaves/],
  ['inactive', { is_active: false }, /^Inactive: this person cannot sign in\./],
  ['linked to the reader', { is_linked_to_you: true }, /^Linked to you: this account and your own have used the same/],
])('that the person is %s comes first on the record', (_state, state, words) => {
  const draft = { amount: '10000', note: '' }
  const acts = { approve: vi.fn(), reject: vi.fn() }
  const user = { ...deposit.user, ...state }
  const rest = { draft, largest: null, onDraft: vi.fn(), acts, tried: null, problem: null }
  const { container, rerender } = show(<DepositDocument {...rest} deposit={{ ...deposit, user }} />)
  expect(container.firstElementChild?.textContent).toMatch(words)
  rerender(<DepositDocument {...rest} deposit={deposit} />)
  expect(container.firstElementChild?.textContent).not.toMatch(words)
})

test.each([
  ['the method’s details of today', false, 'UPI'],
  ['details that the method no longer has', true, 'UPI, earlier details'],
])('whoever decides reads beside the payee that it is %s', (_what, has_former_payee, note) => {
  const rest = {
    draft: { amount: '', note: '' },
    largest: null,
    onDraft: vi.fn(),
    acts: {},
    tried: null,
    problem: null,
  }
  show(<DepositDocument {...rest} deposit={{ ...deposit, has_former_payee }} />)
  expect(screen.getByText('Paid to').parentElement?.textContent).toBe(`Paid to${note}a@b`)
})
