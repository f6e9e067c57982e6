import { claimInvestment } from '@bittkosh/contract/investments'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { readInvestment, sentInvestment } from '../testing/investment.ts'
import { show } from '../testing/show.tsx'
import { InvestmentCard } from './InvestmentCard.tsx'

function answerWith(status: number, body: unknown) {
  const fetched = vi.fn<typeof fetch>(async () => Response.json(body, { status }))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test.each([
  ['2026-12-02T06:30:00Z', 'from 21 Dec'],
  ['2027-01-02T06:30:00Z', 'from 21 Dec 2026'],
])('a running investment shows its progress, its payout and from when it can be claimed: on %s', (now, from) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  show(<InvestmentCard investment={readInvestment()} onClaimed={() => {}} />)
  expect(screen.getByRole('progressbar', { name: '12 of 30 days' })).toBeTruthy()
  expect(screen.getByText('+₹84.00')).toBeTruthy()
  expect(screen.getByText('₹10,210.00')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Claim' }).disabled).toBe(true)
  expect(screen.getByText(from)).toBeTruthy()
})

test('a matured one is ready to withdraw, and its claim is sent once with a key', async () => {
  const fetched = answerWith(200, sentInvestment({ is_withdrawn: true }))
  show(
    <InvestmentCard
      investment={readInvestment({ accrued_profit: 210, current_value: 10_210, days_remaining: 0 })}
      onClaimed={() => {}}
    />,
  )
  expect(screen.getByText('Ready to withdraw')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Claim' }))
  expect(fetched).toHaveBeenCalledTimes(1)
  const [address, init] = fetched.mock.calls[0] ?? []
  expect(address).toBe(`/api${claimInvestment.path.replace('{id}', '12')}`)
  expect(new Headers(init?.headers).get('idempotency-key')).toBeTruthy()
})

test('a failed claim is only logged, and the button can be clicked again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  answerWith(422, { code: 'not_matured', message: 'This investment has not matured yet.' })
  show(<InvestmentCard investment={readInvestment({ days_remaining: 0 })} onClaimed={() => {}} />)
  await userEvent.click(screen.getByRole('button', { name: 'Claim' }))
  expect(logged).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('This investment has not matured yet.')).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Claim' }).disabled).toBe(false)
})

test('a claimed one shows what was paid', () => {
  show(
    <InvestmentCard
      investment={readInvestment({ is_withdrawn: true, profit_earned: 210, days_remaining: 0 })}
      onClaimed={() => {}}
    />,
  )
  expect(screen.getByText('Withdrawn')).toBeTruthy()
  expect(screen.getByText('+₹210.00')).toBeTruthy()
  expect(screen.getByText('₹10,210.00')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
