import { paise } from '@bittkosh/contract/money'
import type { Role } from '@bittkosh/contract/roles'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { withdrawal } from './testing/withdrawal.ts'
import WithdrawalDocument from './WithdrawalDocument.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})

test.each<[Role, boolean]>([
  ['finance', true],
  ['support', false],
  ['viewer', false],
])('whether %s can start paying: %s', (role, mayPay) => {
  signInAs(role)
  show(<WithdrawalDocument withdrawal={withdrawal} acts={{}} />)
  screen.getByRole('heading', { name: 'Withdrawal #12' })
  expect(screen.queryByRole('button', { name: 'Start paying' }) !== null).toBe(mayPay)
})

test('once it is claimed, the next act has the focus of the button that claimed it', async () => {
  signInAs('finance')
  const approve = vi.fn()
  const { rerender } = show(<WithdrawalDocument withdrawal={withdrawal} acts={{ approve }} />)
  screen.getByRole('button', { name: 'Start paying' }).focus()
  const claimed = { being_paid: true, claimed_by: { id: 1, name: 'Meera' }, claimed_at: withdrawal.created_at }
  rerender(<WithdrawalDocument withdrawal={{ ...withdrawal, ...claimed }} acts={{ approve }} />)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Mark as paid' }))
  expect(approve).not.toHaveBeenCalled()
})

test.each([
  ['without an earlier withdrawal', 'this is the first', []],
  ['whose earlier one was rejected', 'not the first', ['rejected' as const]],
  ['whose earlier one the bank returned', 'not the first', ['returned' as const]],
])('the record of a person %s says: %s', (_whose, said, earlier) => {
  signInAs('finance')
  const recent = earlier.map((status) => ({
    id: 11,
    amount: paise(500_00n),
    type: 'upi' as const,
    status,
    created_at: withdrawal.created_at,
  }))
  show(<WithdrawalDocument withdrawal={{ ...withdrawal, recent }} acts={{}} />)
  expect(screen.getByText('Withdrawals before').parentElement?.textContent).toContain(said)
})
