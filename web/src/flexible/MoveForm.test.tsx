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
const submit = (name = 'Deposit') => screen.getAllByRole('button', { name }).at(-1) as HTMLButtonElement

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

test.each([
  ['99.99', 'Possible here'],
  ['100', 'In Earn after'],
  ['500', 'In Earn after'],
  ['500.01', 'Possible here'],
])('a deposit outside of the limits comes to no total: ₹%s', async (amount, label) => {
  const limits = { ...details, maximum_deposit: paise(500_00n) }
  show(<MoveForm balance={{ ...balance, wallet_balance: paise(1_000_00n) }} details={limits} onDone={() => {}} />)
  await userEvent.type(screen.getByLabelText('Amount'), amount)
  expect(['Possible here', 'In Earn after'].filter((text) => screen.queryByText(text))).toEqual([label])
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

/** A click reads the balances again: all money has moved. */
function Page() {
  const [now, setNow] = useState({ ...balance, locked_bonus: paise(0n) })
  return (
    <>
      <MoveForm balance={now} details={details} onDone={() => {}} />
      <button type="button" onClick={() => setNow({ ...now, wallet_balance: paise(0n), current_balance: paise(0n) })}>
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

test('a withdrawal of everything can be retried after its reply was lost', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('the connection broke')))
  showPage({ path: '/flexible', component: Page })
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }))
  await userEvent.type(screen.getByLabelText('Amount'), '1500')
  await userEvent.click(submit('Withdraw'))
  await screen.findByText('Failed to withdraw funds, first make deposit')
  await userEvent.click(screen.getByRole('button', { name: 'Read anew' }))
  expect(submit('Withdraw')).toHaveProperty('disabled', false)
  expect(screen.queryByText('There is nothing in Earn yet.')).toBeNull()
  expect(screen.queryByText('More than you can withdraw')).toBeNull()
  await userEvent.type(screen.getByLabelText('Amount'), '0')
  expect(screen.getByText('There is nothing in Earn yet.')).toBeDefined() // another attempt, which Earn can't pay
  expect(screen.getByText('More than you can withdraw')).toBeDefined()
})

test.each([
  ['Deposit', '100'],
  ['Withdraw', '1500'],
])('a %s whose reply was lost can be retried once the page was closed', async (name, amount) => {
  session.begin('secret', { id: 1, name: 'Ravi', email: 'ravi@example.in', phone: '+919812345678', role: 'user' })
  const sent: [string | null, unknown][] = []
  vi.stubGlobal('fetch', async (_address: string, call: RequestInit) => {
    sent.push([new Headers(call.headers).get('idempotency-key'), JSON.parse(String(call.body))])
    throw new TypeError('the connection broke')
  })
  const failed = /^Failed to (deposit|withdraw) funds, first make deposit$/
  showPage({ path: '/flexible', component: Page })
  await userEvent.click((await screen.findAllByRole('button', { name }))[0]!)
  await userEvent.type(screen.getByLabelText('Amount'), amount)
  await userEvent.click(submit(name))
  await screen.findByText(failed)
  cleanup()
  const gone = { ...balance, wallet_balance: paise(0n), current_balance: paise(0n), locked_bonus: paise(0n) }
  showPage({
    path: '/flexible',
    component: () => <MoveForm balance={gone} details={details} onDone={() => {}} />,
  })
  await screen.findByText(/^We got no response, so this may have gone through\./)
  await userEvent.click(submit(name))
  await screen.findByText(failed)
  expect(sent).toEqual([sent[0], sent[0]])
})
