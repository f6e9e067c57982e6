import { paise, ZERO } from '@bittkosh/contract/money'
import { addDays } from '@bittkosh/contract/time'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import type { DayRange } from './dashboardTimes.ts'
import { MonthlyTotals } from './MonthlyTotals.tsx'

const day = (date: string, { deposits = 0n, withdrawals = 0n, returned = 0n } = {}) => ({
  date,
  deposits: { total_amount: paise(deposits), count: 1 },
  withdrawals: { total_amount: paise(withdrawals), count: 1 },
  returned: { total_amount: paise(returned), count: 1 },
})

function open(days: ReturnType<typeof day>[]) {
  const totals = {
    year: 2026,
    month: 11,
    total_deposits: ZERO,
    total_withdrawals: ZERO,
    total_pending_deposits: ZERO,
    total_pending_withdrawals: ZERO,
    total_returned_withdrawals: ZERO,
    total_net_flow: ZERO,
    daily_data: days,
  }
  const onDays = vi.fn<(days: DayRange) => void>()
  show(<MonthlyTotals totals={totals} stale={false} onDays={onDays} />)
  return onDays
}

function bar(title: string) {
  const drawn = screen.getByText(title, { selector: 'title' }).closest('rect')
  return { top: Number(drawn?.getAttribute('y')), height: Number(drawn?.getAttribute('height')) }
}

test('payouts that banks sent back are drawn beside outgoing money', () => {
  open([day('2026-11-20', { withdrawals: 500_00n }), day('2026-11-21', { returned: 300_00n })])
  expect(screen.getByText('Returned by banks')).toBeDefined()
  expect(bar('21 Nov 2026: Returned by banks ₹300').height).toBeGreaterThan(0)
})

test('a month without any has no third bar, and none below the line', () => {
  open([day('2026-11-20', { deposits: 500_00n, withdrawals: 100_00n })])
  expect(screen.queryByText('Returned by banks')).toBeNull()
  expect(screen.queryByText(/^Below the line/)).toBeNull()
})

test('a day with more reversals than approvals is drawn below the line and explained', () => {
  open([day('2026-11-20', { deposits: 500_00n }), day('2026-11-21', { deposits: -200_00n })])
  const [before, below] = [bar('20 Nov 2026: Deposits ₹500'), bar('21 Nov 2026: Deposits −₹200')]
  expect(below.height).toBeGreaterThan(0)
  expect(below.top).toBe(before.top + before.height)
  expect(screen.getByText('Below the line: on that day more deposits were reversed than approved.')).toBeDefined()
})

test('a long period is drawn by weeks', () => {
  open(Array.from({ length: 49 }, (_, n) => day(addDays('2026-10-01', n), { deposits: 100_00n })))
  expect(screen.getByText('Deposits and withdrawals by week')).toBeDefined()
  expect(bar('1 Oct 2026 – 7 Oct 2026: Deposits ₹700').height).toBeGreaterThan(0)
})

test('a bar opens its day and shows both sums with their counts, and the axis ends at a round amount', async () => {
  const onDays = open([day('2026-11-20', { deposits: 6_30_951_00n, withdrawals: 100_00n }), day('2026-11-21')])
  expect(screen.getByText('₹8,00,000', { selector: 'span' })).toBeDefined()
  await userEvent.click(
    screen.getByRole('button', { name: '20 Nov 2026: Deposits ₹6,30,951 (1), Withdrawals ₹100 (1)' }),
  )
  expect(onDays).toHaveBeenLastCalledWith({ start: '2026-11-20', end: '2026-11-20' })
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  await userEvent.click(screen.getByRole('button', { name: '21 Nov 2026' }))
  expect(onDays).toHaveBeenLastCalledWith({ start: '2026-11-21', end: '2026-11-21' })
})
