import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { sentItem } from '../testing/historyItem.ts'
import { sentProfile } from '../testing/profile.ts'
import { showPage } from '../testing/showPage.tsx'
import { Account } from './Account.tsx'

const day = (date: string, wallet: number) => ({ date, wallet, flexible: 0, plans: 500, total: wallet + 500 })
const portfolio = {
  wallet_balance: 700,
  total_invested: 500,
  total_current_value: 500,
  total_historical_profit: 0,
  daily_profit: 0,
}
const payout = (id: number, name: string, date: string) => ({ id, name, symbol: 'X', date, amount: 510, profit: 10 })
const wallet = { current_balance: 1_000, held_amount: 0, total_referral_income: 0 }
const inEarn = { total_invested: 500, total_profit: 0, current_balance: 500, pending_interest: 0, wallet_balance: 0 }
type Answers = { summary?: object; held?: number; payouts?: object[]; waiting?: object[]; earn?: object }

function answer({ summary = portfolio, held = 0, payouts = [], waiting = [], earn }: Answers) {
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.startsWith('/api/portfolio/history'))
      return Response.json({ data: [day('2026-11-20', 1_000), day('2026-11-21', 1_000)], held })
    if (address.startsWith('/api/portfolio/payouts')) return Response.json({ data: payouts, today: '2026-11-21' })
    if (address.startsWith('/api/transactions'))
      return Response.json({ summary: wallet, transactions: waiting, next_cursor: waiting.length > 0 ? 'older' : null })
    if (address === '/api/portfolio') return Response.json({ summary, investments: [] })
    if (address === '/api/cryptocurrencies') return Response.json([])
    if (earn && address === '/api/flexible/balance') return Response.json(earn)
    if (address === '/api/profile') return Response.json(sentProfile())
    return Response.json({ message: 'not now', code: 'broken' }, { status: 500 })
  })
}

async function lines() {
  const terms = within(await screen.findByRole('main')).getAllByRole('term')
  return terms.map((term) => `${term.textContent?.trim()} ${term.nextElementSibling?.textContent}`)
}

const open = () => showPage({ path: '/dashboard', component: () => <main>{<Account notice={null} />}</main> })

test('the wallet is the spendable balance, and held money is a line of its own', async () => {
  answer({ held: 300 })
  open()
  await screen.findByText('Held for a withdrawal')
  expect(await lines()).toEqual([
    'Everything you have ₹1,500.00',
    'Wallet ₹700.00',
    'Held for a withdrawal ₹300.00',
    'Earn ₹0.00',
    'Plans, at what they are worth now ₹500.00',
  ])
})

test('held money is not mentioned if there is none', async () => {
  answer({})
  open()
  await screen.findByText('Earn')
  expect((await lines())[1]).toBe('Wallet ₹1,000.00')
  expect(screen.queryByText('Held for a withdrawal')).toBeNull()
})

test('nothing shows before the notice is loaded, which would push it down', async () => {
  function Home() {
    const [notice, setNotice] = useState<null | undefined>(null)
    return (
      <main>
        <button type="button" onClick={() => setNotice(undefined)}>
          Not known
        </button>
        <Account notice={notice} />
      </main>
    )
  }
  answer({})
  showPage({ path: '/dashboard', component: Home })
  await screen.findByText('Everything you have')
  fireEvent.click(screen.getByRole('button', { name: 'Not known' }))
  expect(screen.queryByText('Everything you have')).toBeNull()
})

test('the server’s day determines what comes next, whatever the device’s clock says', async () => {
  const payouts = [payout(1, 'BTC Saver', '2026-11-21'), payout(2, 'ETH Saver', '2026-11-23')]
  answer({ payouts })
  open()
  expect((await screen.findByRole('list', { name: 'Coming in' })).textContent).toMatch(/^ETH Saver.*in 2 days/)
})

test('what is pending beyond the first page is not counted, but led to', async () => {
  const waiting = [1, 2, 3, 4, 5].map((id) => sentItem({ key: `withdrawal-${id}`, id }))
  answer({ waiting })
  open()
  const link = await screen.findByRole('link', { name: 'More in your wallet, under Pending' })
  expect(link.getAttribute('href')).toBe('/wallet?show=pending')
})

test.each([
  ['own money in Earn', 0, 'Withdrawals require a one-time identity check.'],
  ['only the locked welcome bonus', 500, /^Add money to get started/],
])('with an empty wallet and %s, the next step fits', async (_what, locked_bonus, step) => {
  answer({
    summary: { ...portfolio, wallet_balance: 0, total_invested: 0 },
    earn: { ...inEarn, locked_bonus, bonus_conditions: null },
  })
  open()
  await screen.findByText(step)
})

test('a range that cannot be loaded takes nothing else with it, and can be left again', async () => {
  answer({})
  const reply = fetch
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('days=365')
      ? Response.json({ message: 'Not now', code: 'broken' }, { status: 500 })
      : reply(address),
  )
  open()
  fireEvent.click(await screen.findByRole('button', { name: '1 year' }))
  await screen.findByText('Not now')
  expect((await lines())[0]).toBe('Everything you have ₹1,500.00')
  fireEvent.click(screen.getByRole('button', { name: '30 days' }))
  expect(await screen.findByRole('slider', { name: 'Value over time' })).toBeDefined()
})

test.each([
  ['the first was approved, the second rejected', ['approved', 'rejected'], false],
  ['the first was revoked, the second approved', ['rejected', 'approved'], true],
])('the first identity document decides whether KYC is still to do: %s', async (_case, statuses, isToDo) => {
  answer({ earn: { ...inEarn, locked_bonus: 0, bonus_conditions: null } })
  const reply = fetch
  const govt_ids = statuses.map((status, index) => ({
    id: index + 1,
    type: index === 0 ? ('aadhar' as const) : ('pan' as const),
    type_label: 'Document',
    status: status as 'approved' | 'rejected',
    submitted_at: '2026-11-20T05:00:00.000Z',
    id_number: '•••• 1234',
    rejection_reason: null,
    urls: [],
  }))
  vi.stubGlobal('fetch', async (address: string) =>
    address === '/api/profile' ? Response.json(sentProfile({ govt_ids })) : reply(address),
  )
  open()
  await screen.findByText('Plans, at what they are worth now')
  expect(screen.queryByRole('link', { name: 'Complete KYC' }) !== null).toBe(isToDo)
})
