import type { FlexibleBalance, FlexibleDetails } from '@bittkosh/contract/flexible'
import { paise, ppm } from '@bittkosh/contract/money'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { session } from '../api/session.ts'
import { show } from '../testing/show.tsx'
import { showPage } from '../testing/showPage.tsx'
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

/** The choice above the form has the same name. */
const submit = () => screen.getAllByRole('button', { name: 'Deposit' }).at(-1) as HTMLButtonElement

test.each([
  ['what may leave comes to a sum', '1000', 'Wallet after', '₹1,100.00'],
  [
    'more than may leave is named before it is sent, because the welcome bonus is locked',
    '1000.01',
    'More than you can withdraw',
    '₹0.01',
  ],
])('%s', async (_what, amount, label, sum) => {
  show(<MoveForm balance={balance} details={details} onDone={() => {}} />)
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
  await userEvent.type(screen.getByLabelText('Amount'), amount)
  const totals = ['Wallet after', 'More than you can withdraw'].filter((text) => screen.queryByText(text))
  expect(totals).toEqual([label])
  expect(screen.getByText(sum)).toBeDefined()
})

test('a started withdrawal is restored after a reload', async () => {
  session.begin('secret', { id: 1, name: 'Ravi', email: 'ravi@example.in', phone: '+919812345678', role: 'user' })
  const form = <MoveForm balance={balance} details={details} onDone={() => {}} />
  show(form)
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
  await userEvent.type(screen.getByLabelText('Amount'), '700')
  cleanup()
  show(form)
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '700')
})

/** A click reads the wallet again. */
function Page() {
  const [wallet, setWallet] = useState(balance.wallet_balance)
  return (
    <>
      <MoveForm balance={{ ...balance, wallet_balance: wallet }} details={details} onDone={() => {}} />
      <button type="button" onClick={() => setWallet(paise(0n))}>
        Read anew
      </button>
    </>
  )
}

test('a deposit of the whole wallet can be retried after its reply was lost', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('the connection broke')))
  showPage({ path: '/flexible', component: Page })
  await userEvent.type(await screen.findByLabelText('Amount'), '100')
  await userEvent.click(submit())
  await screen.findByText('Failed to deposit funds, first make deposit')
  await userEvent.click(screen.getByRole('button', { name: 'Read anew' }))
  expect(submit()).toHaveProperty('type', 'submit')
  expect(submit()).toHaveProperty('disabled', false)
  await userEvent.type(screen.getByLabelText('Amount'), '0')
  expect(submit()).toHaveProperty('type', 'button') // another attempt, which the wallet can't pay
  vi.unstubAllGlobals()
})
