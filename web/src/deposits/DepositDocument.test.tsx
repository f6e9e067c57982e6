import { paise } from '@bittkosh/contract/money'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { approvalProblem } from './approvalDraft.ts'
import { DepositDocument } from './DepositDocument.tsx'
import { deposit } from './testing/deposit.ts'

test('the form says how much may be approved, and why more is not', async () => {
  const largest = paise(11_000_00n)
  const draft = { amount: '11000.01', note: 'Arrived' }
  const rest = { deposit, draft, largest, onDraft: vi.fn(), acts: { approve: vi.fn(), reject: vi.fn() }, tried: null }
  const { rerender } = show(<DepositDocument {...rest} problem={null} />)
  expect(screen.getByText('At most ₹11,000.00')).toBeDefined()
  rerender(<DepositDocument {...rest} problem={approvalProblem(deposit, draft, largest)} />)
  expect(screen.getByLabelText('Approved amount').getAttribute('aria-invalid')).toBe('true')
  expect(await screen.findByText(/^At most ₹11,000\.00 can be approved of this request\./)).toBeDefined()
})
