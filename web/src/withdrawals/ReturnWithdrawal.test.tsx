import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import ReturnWithdrawal from './ReturnWithdrawal.tsx'
import { withdrawal } from './testing/withdrawal.ts'

test.each([
  ['an open account', 'asha@example.com', 'Reason, as the user will read it', 'Back in the wallet₹500.00'],
  ['a closed account, where nobody reads it,', null, 'Reason', 'Still owed₹500.00'],
])('a payout that comes back to %s', (_whose, email, label, total) => {
  const of = { ...withdrawal, status: 'approved' as const, user: { ...withdrawal.user, email } }
  show(<ReturnWithdrawal withdrawal={of} draft="return withdrawal 12" onClose={vi.fn()} onDone={vi.fn()} />)
  expect(screen.getByLabelText(label)).toBeDefined()
  expect(screen.getByText('₹500.00').closest('div')?.textContent).toBe(total)
  const closed = 'This account is closed. The amount stays owed in the books; nobody is notified.'
  expect(screen.queryByText(closed) !== null).toBe(email === null)
})
