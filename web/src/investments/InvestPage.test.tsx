import { getProfile } from '@bittkosh/contract/profile'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient, reading } from '../api/queries.ts'
import { refresh } from '../api/refresh.ts'
import { session } from '../api/session.ts'
import { flowSearch } from '../app/search.ts'
import { sentInvestment } from '../testing/investment.ts'
import { sentProfile } from '../testing/profile.ts'
import { showPage } from '../testing/showPage.tsx'
import InvestPage from './InvestPage.tsx'

const plan = (id: number, symbol: string, change: object = {}) => ({
  id,
  name: `Plan ${symbol}`,
  symbol,
  icon_url: '/icon.png',
  category_id: 1,
  wallet_address: null,
  lower_fluctuation: 0,
  higher_fluctuation: 0,
  bottom_flow: '0',
  upper_flow: '0',
  minimum_deposit: 1000,
  maximum_deposit: 100_000,
  profit_percentage: 2.1,
  investment_duration_days: 30,
  matures_on: '2026-12-21',
  multiple_allowed: true,
  description: '',
  is_active: true,
  ...change,
})

let mine: object[] = []

beforeEach(() => {
  mine = []
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === '/api/cryptocurrencies') return Response.json([plan(1, 'BTC'), plan(2, 'ETH')])
    if (address.startsWith('/api/crypto/investments')) return Response.json({ data: mine, next_cursor: null })
    return Response.json({ message: 'not there' }, { status: 404 })
  })
})

test('what is typed for one plan does not appear in another’s form', async () => {
  const router = showPage({
    path: '/invest/$symbol',
    validateSearch: flowSearch,
    component: InvestPage,
    address: '/invest/ETH',
  })
  await screen.findByLabelText('Amount')
  await act(() => router.navigate({ href: '/invest/BTC' }))
  await screen.findByRole('heading', { name: 'Plan BTC' })
  await userEvent.type(await screen.findByLabelText('Amount'), '5000')
  await act(() => router.navigate({ href: '/invest/ETH' }))
  await screen.findByRole('heading', { name: 'Plan ETH' })
  expect(await screen.findByLabelText('Amount')).toHaveProperty('value', '')
})

test('the sentence about the lock is one piece', async () => {
  showPage({ path: '/invest/$symbol', validateSearch: flowSearch, component: InvestPage, address: '/invest/ETH' })
  await screen.findByLabelText('Amount')
  const isWhole = (_: string, element: Element | null) =>
    element?.tagName === 'SPAN' && /^Locked until .+, no early exit\.$/.test(element.textContent)
  expect(screen.getByText(isWhole)).toBeDefined()
})

test('a purchase just after midnight is not made on the day that was shown: the next one is', async () => {
  let matures_on = '2026-12-21'
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, call?: RequestInit) => {
    if (call?.method === 'POST') {
      sent.push(JSON.parse(String(call.body)))
      matures_on = '2026-12-22'
      const message = 'The terms have changed since you were shown them. Please check them again.'
      return Response.json({ message, code: 'terms_moved', errors: { amount: message } }, { status: 409 })
    }
    if (address === '/api/cryptocurrencies') return Response.json([plan(1, 'BTC', { matures_on })])
    if (address.startsWith('/api/crypto/investments')) return Response.json({ data: [], next_cursor: null })
    return Response.json({ message: 'not there' }, { status: 404 })
  })
  showPage({ path: '/invest/$symbol', validateSearch: flowSearch, component: InvestPage, address: '/invest/BTC' })
  await userEvent.type(await screen.findByLabelText('Amount'), '5000')
  expect(screen.getByText(/^You get on/).textContent).toContain('21 Dec 2026')
  await userEvent.click(screen.getByRole('button', { name: 'Invest ₹5,000.00' }))
  await waitFor(() => expect(screen.getByText(/^You get on/).textContent).toContain('22 Dec 2026'))
  expect(screen.getByText(/The terms have changed/)).toBeDefined()
  expect(sent).toMatchObject([{ matures_on: '2026-12-21' }])
})

test.each([
  ['what is locked still says until when', 3, /Locked until/],
  ['what has become ready says so', 0, 'It is ready: claim it on this page.'],
])('%s, when a purchase is viewed again', async (_what, days_remaining, said) => {
  mine = [sentInvestment({ id: 7, days_remaining })]
  const address = '/invest/BTC?step=done&record=7'
  showPage({ path: '/invest/$symbol', validateSearch: flowSearch, component: InvestPage, address })
  expect(await screen.findByText(said)).toBeDefined()
})

test('an investment of the whole wallet can be retried after its reply was lost', async () => {
  let balance = 5000
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (address: string, call?: RequestInit) => {
    if (call?.method === 'POST') {
      keys.push(new Headers(call.headers).get('idempotency-key'))
      balance = 0
      if (keys.length === 1) throw new TypeError('the connection broke')
      return Response.json(sentInvestment({ id: 7, amount: 5000 }), { status: 201 })
    }
    if (address === '/api/profile') return Response.json(sentProfile({ balance }))
    if (address === '/api/cryptocurrencies') return Response.json([plan(1, 'BTC')])
    return Response.json({ data: [], next_cursor: null })
  })
  showPage({ path: '/invest/$symbol', validateSearch: flowSearch, component: InvestPage, address: '/invest/BTC' })
  await userEvent.type(await screen.findByLabelText('Amount'), '5000')
  await userEvent.click(screen.getByRole('button', { name: 'Invest ₹5,000.00' }))
  await screen.findByText('Failed to process investment')
  expect(screen.getByText(/^We got no response, so this may have gone through\./)).toBeDefined()
  await act(() => refresh(getProfile))
  await waitFor(() => expect(queryClient.getQueryData(reading(getProfile).queryKey)?.balance).toBe(0n))
  expect(screen.queryByText('₹5,000.00 short')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Invest ₹5,000.00' }))
  await screen.findByText('₹5,000.00 invested in BTC Saver 30')
  expect(keys).toEqual([keys[0], keys[0]])
})

const open = (address: string) =>
  showPage({ path: '/invest/$symbol', validateSearch: flowSearch, component: InvestPage, address })

/** Serves these plans, and these investments in pages. */
function serve(plans: object[], pages: object[][]) {
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === '/api/cryptocurrencies') return Response.json(plans)
    if (!address.startsWith('/api/crypto/investments')) return Response.json({}, { status: 404 })
    const page = Number(new URL(address, 'http://here').searchParams.get('cursor') ?? 0)
    const next = page + 1 < pages.length ? String(page + 1) : null
    return Response.json({ data: pages[page], next_cursor: next })
  })
}

test('the only investment that a plan permits can be retried after a lost reply, even once the page was closed', async () => {
  session.begin('secret', { id: 1, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role: 'user' })
  const bought = sentInvestment({ id: 7, amount: 5000 })
  let balance = 5000
  const sent: [string | null, unknown][] = []
  vi.stubGlobal('fetch', async (address: string, call?: RequestInit) => {
    if (call?.method === 'POST') {
      sent.push([new Headers(call.headers).get('idempotency-key'), JSON.parse(String(call.body))])
      balance = 0
      if (sent.length === 1) throw new TypeError('the connection broke')
      return Response.json(bought, { status: 201 })
    }
    if (address === '/api/profile') return Response.json(sentProfile({ balance }))
    if (address === '/api/cryptocurrencies') return Response.json([plan(1, 'BTC', { multiple_allowed: false })])
    return Response.json({ data: balance === 0 ? [bought] : [], next_cursor: null })
  })
  open('/invest/BTC')
  await userEvent.type(await screen.findByLabelText('Amount'), '5000')
  await userEvent.click(screen.getByRole('button', { name: 'Invest ₹5,000.00' }))
  await screen.findByText('Failed to process investment')
  cleanup()
  queryClient.clear()
  open('/invest/BTC')
  await screen.findByText(/^We got no response, so this may have gone through\./)
  expect(screen.queryByText('₹5,000.00 short')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Invest ₹5,000.00' }))
  await screen.findByText('₹5,000.00 invested in BTC Saver 30')
  expect(sent).toEqual([sent[0], sent[0]])
})

const one = { multiple_allowed: false }
const inPlan = (id: number, symbol: string) => {
  const { cryptocurrency } = sentInvestment()
  return sentInvestment({ cryptocurrency: { ...cryptocurrency, id, symbol } })
}

test.each([
  ['an investment in it', inPlan(2, 'BTC'), true],
  ['an investment in a plan that had its symbol before', inPlan(1, 'BTC'), false],
  ['an investment in it under an earlier symbol', inPlan(2, 'OLD'), true],
])('whether a plan with one investment at a time is taken by %s', async (_by, investment, isTaken) => {
  serve([plan(2, 'BTC', one)], [[investment]])
  open('/invest/BTC')
  await screen.findByRole('heading', { name: 'Plan BTC' })
  expect(screen.queryByText(/^You already have an active investment in this plan\./) !== null).toBe(isTaken)
  expect(screen.queryByLabelText('Amount') === null).toBe(isTaken)
})

test('the symbol that an investment was bought under leads to its plan, whatever its symbol is now', async () => {
  serve([plan(1, 'NEW')], [[inPlan(1, 'BTC')]])
  open('/invest/BTC')
  await screen.findByRole('heading', { name: 'Plan NEW' })
  expect(screen.getByLabelText('Amount')).toBeDefined()
})

test('a claim ends on its result, however many newer investments there are', async () => {
  const claimed = sentInvestment({ id: 7, is_withdrawn: true, profit_earned: 210 })
  serve([plan(1, 'BTC')], [[sentInvestment({ id: 9 })], [sentInvestment({ id: 8 })], [claimed]])
  open('/invest/BTC?step=done&record=7')
  expect(await screen.findByText('₹10,210.00 is in your wallet')).toBeDefined()
})

test.each([
  ['unknown', 200, { data: [], next_cursor: null }],
  ['refused as no symbol', 422, { message: 'no symbol' }],
])('a symbol that is %s is not found', async (_what, status, reply) => {
  vi.stubGlobal('fetch', async (address: string) =>
    address === '/api/cryptocurrencies' ? Response.json([plan(1, 'BTC')]) : Response.json(reply, { status }),
  )
  open('/invest/NOSUCH')
  expect(await screen.findByText('Cryptocurrency not found')).toBeDefined()
})

test('while the investments of a symbol that is not on offer cannot be loaded, nothing is claimed about them', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    address === '/api/cryptocurrencies' ? Response.json([plan(1, 'BTC')]) : Response.json({}, { status: 500 }),
  )
  open('/invest/NOSUCH')
  expect(await screen.findByText('Failed to load investments')).toBeDefined()
  expect(screen.queryByText(/^This plan isn't taking new investments/)).toBeNull()
})

test.each([
  ['999', false],
  ['1000', true],
  ['100000', true],
  ['100000.01', false],
])('an amount outside of the plan comes to no total: %s', async (amount, isPossible) => {
  showPage({ path: '/invest/$symbol', validateSearch: flowSearch, component: InvestPage, address: '/invest/ETH' })
  await userEvent.type(await screen.findByLabelText('Amount'), amount)
  expect(screen.queryByText(/^You get on/) !== null).toBe(isPossible)
  expect(screen.queryByText('₹1,000 to ₹1,00,000') !== null).toBe(!isPossible)
})
