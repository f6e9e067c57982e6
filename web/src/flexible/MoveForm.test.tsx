import type { FlexibleBalance, FlexibleDetails } from '@bittkosh/contract/flexible'
import { paise, ppm } from '@bittkosh/contract/money'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { session } from '../api/session.ts'
import { show } from '../testing/show.tsx'
import { MoveForm } from './MoveForm.tsx'

const balance: FlexibleBalance = {
  total_invested: paise(1_500_00n),
  total_profit: paise(0n),
  current_balance: paise(1_500_00n),
  pending_interest: paise(0n),
  locked_bonus: paise(500_00n),
  bonus_conditions: { kyc_approved: false, deposit_approved: false, had_before: false },
  wallet_balance: paise(100_00n),
}
const details: FlexibleDetails = {
  minimum_deposit: paise(100_00n),
  maximum_deposit: paise(100_000_00n),
  daily_profit_percentage: ppm(200n),
  next_daily_profit_percentage: null,
}

test.each([
  ['what may leave comes to a sum', '1000', '₹1,100.00'],
  ['more than may leave comes to none, because the welcome bonus is locked', '1000.01', null],
])('%s', async (_what, amount, walletAfter) => {
  show(<MoveForm balance={balance} details={details} onDone={() => {}} />)
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
  await userEvent.type(screen.getByLabelText('Amount'), amount)
  expect(screen.queryByText('Wallet after') !== null).toBe(walletAfter !== null)
  if (walletAfter) expect(screen.getByText(walletAfter)).toBeDefined()
})

test('a withdrawal that was begun is there again after a reload', async () => {
  session.begin('secret', { id: 1, name: 'Ravi', email: 'ravi@example.in', phone: '+919812345678', role: 'user' })
  const form = <MoveForm balance={balance} details={details} onDone={() => {}} />
  show(form)
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
  await userEvent.type(screen.getByLabelText('Amount'), '700')
  cleanup()
  show(form)
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '700')
})
