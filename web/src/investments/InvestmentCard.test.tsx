import { claimInvestment, type Investment, investment } from '@bittkosh/contract/investments'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { show } from '../testing/show.tsx'
import { InvestmentCard } from './InvestmentCard.tsx'

const wire = {
  id: 12,
  number: 'K7Q2M9XR4T',
  cryptocurrency: {
    id: 1,
    name: 'BTC Saver 30',
    symbol: 'BTC',
    icon_url: 'https://bittkosh.example/icons/plans/coin-sun.svg',
    profit_percentage: 2.1,
    investment_duration_days: 30,
  },
  amount: 10_000,
  investment_date: '2026-11-21T06:30:00.000Z',
  maturity_date: '2026-12-20T18:30:00.000Z',
  is_withdrawn: false,
  profit_earned: 0,
  accrued_profit: 84,
  current_value: 10_084,
  daily_profit: 7,
  days_remaining: 18,
}

function given(more: Partial<typeof wire> = {}): Investment {
  return z.decode(investment, { ...wire, ...more })
}

function answerWith(status: number, body: unknown) {
  const fetched = vi.fn<typeof fetch>(async () => Response.json(body, { status }))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a running investment says how far it is, what it comes to and from when it can be claimed', () => {
  show(<InvestmentCard investment={given()} onClaimed={() => {}} />)
  expect(screen.getByRole('progressbar', { name: '12 of 30 days' })).toBeTruthy()
  expect(screen.getByText('+₹84.00')).toBeTruthy()
  expect(screen.getByText('₹10,210.00')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Claim' }).disabled).toBe(true)
  expect(screen.getByText('from 21 Dec')).toBeTruthy()
})

test('a matured one is ready to withdraw, and its claim goes out once with a key', async () => {
  const fetched = answerWith(200, { ...wire, is_withdrawn: true })
  show(
    <InvestmentCard
      investment={given({ accrued_profit: 210, current_value: 10_210, days_remaining: 0 })}
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

test('a failed claim is only logged, and the button can be pressed again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  answerWith(422, { code: 'not_matured', message: 'This investment has not matured yet.' })
  show(<InvestmentCard investment={given({ days_remaining: 0 })} onClaimed={() => {}} />)
  await userEvent.click(screen.getByRole('button', { name: 'Claim' }))
  expect(logged).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('This investment has not matured yet.')).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Claim' }).disabled).toBe(false)
})

test('a claimed one says what was paid', () => {
  show(
    <InvestmentCard
      investment={given({ is_withdrawn: true, profit_earned: 210, days_remaining: 0 })}
      onClaimed={() => {}}
    />,
  )
  expect(screen.getByText('Withdrawn')).toBeTruthy()
  expect(screen.getByText('+₹210.00')).toBeTruthy()
  expect(screen.getByText('₹10,210.00')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
