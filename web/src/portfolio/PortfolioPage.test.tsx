import { listInvestments } from '@bittkosh/contract/investments'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { queryClient, readingPages } from '../api/queries.ts'
import { sentInvestment } from '../testing/investment.ts'
import { showPage } from '../testing/showPage.tsx'
import PortfolioPage from './PortfolioPage.tsx'

const bought = (id: number, symbol: string, daysLeft: number) => {
  const matures = `2026-12-${String(1 + daysLeft).padStart(2, '0')}T18:30:00.000Z`
  const sent = sentInvestment({ id, maturity_date: matures, days_remaining: daysLeft })
  return { ...sent, cryptocurrency: { ...sent.cryptocurrency, symbol } }
}
const summary = {
  wallet_balance: 0,
  total_invested: 0,
  total_current_value: 0,
  total_historical_profit: 0,
  daily_profit: 0,
}

function answer(investments: object[], payouts: object = { data: [], today: '2026-12-01' }, others?: number) {
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.startsWith('/api/portfolio/payouts')) return Response.json(payouts)
    if (address === '/api/portfolio') return Response.json({ summary, investments, others })
    if (address.startsWith('/api/crypto/withdraw/'))
      return Response.json({ ...bought(2, 'BTC', 0), is_withdrawn: true })
    return Response.json({ data: [], next_cursor: null })
  })
}

test('ready investments come first, running ones in the order of their days', async () => {
  answer([bought(1, 'ETH', 20), bought(2, 'BTC', 0), bought(3, 'SOL', 9)])
  showPage({ path: '/portfolio', component: PortfolioPage })
  const ready = await screen.findByRole('region', { name: 'Ready now' })
  expect(screen.getAllByRole('region')[0]).toBe(ready)
  expect(
    within(ready)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/invest/BTC'])
  const running = within(screen.getByRole('region', { name: 'Running plans' }))
  expect(running.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/invest/SOL', '/invest/ETH'])
})

test('the one that has been claimable for longest comes first, as on home', async () => {
  const earlier = { ...bought(2, 'BTC', 0), maturity_date: '2026-11-10T18:30:00.000Z' }
  answer([bought(1, 'ETH', 0), earlier])
  showPage({ path: '/portfolio', component: PortfolioPage })
  const ready = within(await screen.findByRole('region', { name: 'Ready now' }))
  expect(ready.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/invest/BTC', '/invest/ETH'])
})

test('the next payout is shown with the figures, with its day and its plan', async () => {
  answer([bought(1, 'ETH', 20), bought(2, 'BTC', 0), bought(3, 'SOL', 9)])
  showPage({ path: '/portfolio', component: PortfolioPage })
  const figures = within(await screen.findByRole('region', { name: 'Your plans' }))
  const row = figures.getByText('Next payout').closest('div')
  expect(row?.textContent).toBe('Next payout11 Dec 2026 · BTC Saver 30₹10,210.00')
})

test('a person without plans first reads where to find them', async () => {
  answer([])
  showPage({ path: '/portfolio', component: PortfolioPage })
  await screen.findByRole('link', { name: 'See the plans' })
  expect(screen.getAllByRole('region')[0]).toBe(screen.getByRole('region', { name: 'Running plans' }))
})

test('Back from the result of a claim returns to the portfolio', async () => {
  answer([bought(2, 'BTC', 0)])
  const router = showPage({ path: '/portfolio', component: PortfolioPage })
  await userEvent.click(await screen.findByRole('button', { name: 'Claim' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/invest/BTC'))
  router.history.back()
  await waitFor(() => expect(router.state.location.pathname).toBe('/portfolio'))
})

test('a claim is shown as one immediately, whatever was known of the plan before', async () => {
  const list = readingPages(listInvestments, { query: { symbol: 'BTC' } })
  answer([bought(2, 'BTC', 0)])
  vi.stubGlobal('fetch', async () => Response.json({ data: [bought(2, 'BTC', 0)], next_cursor: null }))
  await queryClient.prefetchInfiniteQuery(list)
  answer([bought(2, 'BTC', 0)])
  const router = showPage({ path: '/portfolio', component: PortfolioPage })
  await userEvent.click(await screen.findByRole('button', { name: 'Claim' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/invest/BTC'))
  const known = queryClient.getQueryData(list.queryKey)?.pages.flatMap(({ data }) => data)
  expect(known?.map(({ is_withdrawn }) => is_withdrawn)).toEqual([true])
})

test('the ruler of payouts begins on the server’s day, whatever the device’s clock says', async () => {
  const payout = { id: 2, name: 'BTC Saver 30', symbol: 'BTC', date: '2031-03-05', amount: 10_210, profit: 210 }
  answer([bought(2, 'BTC', 0)], { data: [payout], today: '2031-03-05' })
  showPage({ path: '/portfolio', component: PortfolioPage })
  expect(await screen.findByText(/ready now/)).toBeDefined()
})

test('plans beyond those in the list are counted below them, also if all in the list are ready', async () => {
  answer([bought(1, 'ETH', 0)], undefined, 2)
  showPage({ path: '/portfolio', component: PortfolioPage })
  const running = within(await screen.findByRole('region', { name: 'Running plans' }))
  expect(running.getByText(/^2 more are on their plans' pages\./)).toBeDefined()
})
