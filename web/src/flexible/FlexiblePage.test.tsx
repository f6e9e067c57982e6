import { addDays, dayOf } from '@bittkosh/contract/time'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { flowSearch } from '../app/search.ts'
import { showPage } from '../testing/showPage.tsx'
import FlexiblePage from './FlexiblePage.tsx'

const today = dayOf(new Date('2026-11-25T06:30:00Z'))
const replies: Record<string, object> = {
  '/api/flexible/balance': {
    total_invested: 10_000,
    total_profit: 0,
    current_balance: 10_000,
    pending_interest: 0,
    locked_bonus: 0,
    bonus_conditions: null,
    wallet_balance: 0,
  },
  '/api/flexible/details': {
    minimum_deposit: 100,
    maximum_deposit: 100_000,
    daily_profit_percentage: 0.02,
    next_daily_profit_percentage: 0.01,
  },
  '/api/flexible/days': {
    data: Array.from({ length: 30 }, (_, n) => ({ date: addDays(today, n - 29), balance: 10_000, interest: 0 })),
  },
}

test('on the day of a change, Earn promises and draws the rate from tomorrow on', async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    const reply = replies[address.split('?')[0] ?? '']
    return reply ? Response.json(reply) : Response.json({ message: 'not there' }, { status: 404 })
  })
  showPage({ path: '/flexible', validateSearch: flowSearch, component: FlexiblePage })
  expect((await screen.findByText(/^At 0\.01 % a day,/)).textContent).toBe(
    'At 0.01 % a day, ₹10,000 becomes ₹10,030.04 in 30 days',
  )
  expect(screen.getByText('From tomorrow the rate is 0.01 % a day.')).toBeDefined()
  const slider = await screen.findByRole('slider', { name: 'Balance by day' })
  fireEvent.keyDown(slider, { key: 'End' })
  expect(slider.getAttribute('aria-valuetext')).toBe('5 Dec 2026: ₹10,010.00, Interest so far ₹10.00, expected')
})

test('the end of a move that is still being looked up, or could not be, is not shown as an empty form', async () => {
  const history = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async (address: string) => {
    const [path = ''] = address.split('?')
    if (path === '/api/flexible/transactions') return history.promise
    return replies[path] ? Response.json(replies[path]) : Response.json({ message: 'not there' }, { status: 404 })
  })
  const address = '/flexible?step=done&record=K7Q2M9XR4T'
  showPage({ path: '/flexible', validateSearch: flowSearch, component: FlexiblePage, address })
  await screen.findAllByText('Earn')
  expect(screen.queryByLabelText('Amount')).toBeNull()
  history.resolve(Response.json({ message: 'The database rests.', code: 'broken' }, { status: 500 }))
  expect((await screen.findAllByText('The database rests.')).length).toBeGreaterThan(0)
  expect(screen.queryByLabelText('Amount')).toBeNull()
})
