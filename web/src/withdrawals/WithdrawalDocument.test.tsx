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
  ['the first withdrawal', true, 'this is the first'],
  ['a later one', false, 'not the first'],
])('the record of %s says so, whatever else was requested since', (_which, is_first, said) => {
  signInAs('finance')
  const { id, amount, type, status, created_at } = withdrawal
  const recent = [{ id: id + 1, amount, type, status, created_at }]
  show(<WithdrawalDocument withdrawal={{ ...withdrawal, is_first, recent }} acts={{}} />)
  expect(screen.getByText('Withdrawals before').parentElement?.textContent).toContain(said)
})
