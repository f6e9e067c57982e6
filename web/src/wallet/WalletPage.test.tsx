import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { walletSearch } from '../app/search.ts'
import { sentItem } from '../testing/historyItem.ts'
import { showPage } from '../testing/showPage.tsx'
import WalletPage from './WalletPage.tsx'

const entry = sentItem({
  key: 'deposit-1',
  type: 'deposit',
  status: 'approved',
  direction: 'in',
  amount: 2000,
  requested_amount: 2000,
  approved_amount: 2000,
  transaction_id: '432198761234',
  created_at: '2026-11-21T05:00:00.000Z',
  decided_at: '2026-11-21T05:10:00.000Z',
  counterparty: 'UPI',
})
const summary = { current_balance: 1234.5, held_amount: 0, total_referral_income: 0 }
const broken = () => Response.json({ message: 'The database rests.', code: 'broken' }, { status: 500 })

/** `fails` are addresses that can't be fetched. */
function answer(fails: (address: string) => boolean = () => false) {
  vi.stubGlobal('fetch', async (address: string) => {
    if (fails(address)) return broken()
    if (!address.startsWith('/api/transactions')) return Response.json({}, { status: 404 })
    const transactions = address.includes('only=pending') ? [] : [entry]
    return Response.json({ summary, transactions, next_cursor: null })
  })
}

beforeEach(() => {
  answer()
})

const open = (address = '/wallet') =>
  showPage({ path: '/wallet', validateSearch: walletSearch, component: WalletPage, address })

test('a closed receipt is not opened again by Back', async () => {
  const router = open()
  await userEvent.click(await screen.findByRole('button', { name: /UPI/ }))
  await screen.findByRole('dialog')
  expect(router.state.location.search).toEqual({ id: 'deposit-1' })
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.history.canGoBack()).toBe(false)
})

test('an entry that can’t be fetched shows its error in its place, and can be retried there', async () => {
  answer((address) => address.startsWith('/api/transactions/'))
  open('/wallet?id=deposit-9')
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog.textContent).toContain('The database rests.'))
  expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined()
})

test('the balance stays if a filter could not be fetched', async () => {
  answer((address) => address.includes('only=out'))
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Out' }))
  await screen.findByText('The database rests.')
  expect(screen.getByRole('region', { name: 'Balance' }).textContent).toContain('₹1,234.50')
})

test('without any answer nothing looks as if it were still loading, and Retry brings the balance', async () => {
  answer(() => true)
  open()
  const skeletons = () => document.querySelectorAll('[class*="skeleton"]').length
  await waitFor(() => expect(skeletons()).toBeGreaterThan(0))
  const retry = await screen.findByRole('button', { name: 'Retry' })
  await waitFor(() => expect(skeletons()).toBe(0))
  answer()
  await userEvent.click(retry)
  expect((await screen.findByRole('region', { name: 'Balance' })).textContent).toContain('₹1,234.50')
})

test.each([
  ['wallet', 'Wallet after'],
  ['earn', 'In Earn after'],
] as const)('a receipt of a line of the %s says whose balance the money left', async (account, label) => {
  const details = { ...entry.details, balance_after: 1234.5 }
  vi.stubGlobal('fetch', async () =>
    Response.json({ summary, transactions: [{ ...entry, account, details }], next_cursor: null }),
  )
  open('/wallet?id=deposit-1')
  const term = await screen.findByText(label)
  expect(term.nextElementSibling?.textContent).toBe('₹1,234.50')
})

test('the receipt of a package bought with USDT names it and both its parts, and shares all but the balance', async () => {
  const details = {
    ...entry.details,
    package: { name: 'Family', bonus_amount: 100 },
    usdt: { amount: 22.23, rate: 90 },
    balance_after: 2100,
  }
  vi.stubGlobal('fetch', async () =>
    Response.json({ summary, transactions: [{ ...entry, details }], next_cursor: null }),
  )
  const share = vi.fn(async (_shared: { text: string }) => {})
  Object.defineProperty(navigator, 'share', { configurable: true, value: share })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
  open('/wallet?id=deposit-1')
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByRole('heading', { name: 'Package Family' })).toBeDefined()
  const figure = (label: string) => within(dialog).getByText(label).nextElementSibling?.textContent
  expect(['USDT', 'Amount', 'Bonus', 'Into your wallet', 'Wallet after'].map(figure)).toEqual([
    '$22.23, ₹90.00 per USDT',
    '₹2,000.00',
    '+₹100.00',
    '₹2,100.00',
    '₹2,100.00',
  ])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Share' }))
  const text = share.mock.lastCall?.[0].text ?? ''
  expect(text.split('\n').slice(0, 5)).toEqual([
    'BittKosh: Package Family',
    '$22.23, ₹90.00 per USDT',
    'Amount: ₹2,000.00',
    'Bonus: +₹100.00',
    'Into your wallet: ₹2,100.00',
  ])
  expect(text).not.toContain('Wallet after')
})

test('the receipt of a package’s bonus leads to that of the package', async () => {
  const bonus = { ...entry, key: 'bonus_package-1', type: 'bonus', status: 'completed', amount: 100 }
  vi.stubGlobal('fetch', async () => Response.json({ summary, transactions: [bonus, entry], next_cursor: null }))
  const router = open('/wallet?id=bonus_package-1')
  await userEvent.click(await screen.findByRole('link', { name: 'See the purchase' }))
  expect(router.state.location.search).toEqual({ id: 'deposit-1' })
})

test('the balance waits briefly for the months, so that they push nothing down, but not for months that never arrive', async () => {
  vi.useFakeTimers()
  const answers = globalThis.fetch
  const never = new Promise<Response>(() => {})
  vi.stubGlobal('fetch', (address: string) => (address.includes('/months') ? never : answers(address)))
  open()
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.queryByRole('region', { name: 'Balance' })).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getByRole('region', { name: 'Balance' }).textContent).toContain('₹1,234.50')
  vi.useRealTimers()
})

test('months that arrive late push nothing down: until then their space is kept', async () => {
  vi.useFakeTimers()
  const answers = globalThis.fetch
  const months = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', (address: string) => (address.includes('/months') ? months.promise : answers(address)))
  open()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  const skeletons = () => document.querySelectorAll('[class*="skeleton"]').length
  expect([screen.queryByRole('region', { name: 'Balance' }) !== null, skeletons()]).toEqual([true, 1])
  months.resolve(Response.json({ data: [] }))
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(skeletons()).toBe(0)
  vi.useRealTimers()
})

const month = sentItem({
  key: 'flexible_interest_month-202610',
  id: 202610,
  number: null,
  entries: 4,
  type: 'flexible_interest',
  status: 'completed',
  direction: 'in',
  account: 'earn',
  amount: 8,
  created_at: '2026-10-30T12:00:00.000Z',
})
const day = (date: string) =>
  sentItem({
    ...month,
    key: `flexible_interest-${date}`,
    entries: null,
    amount: 2,
    created_at: `${date}T12:00:00.000Z`,
  })
const october = ['2026-10-30', '2026-10-29', '2026-10-28', '2026-10-27', '2026-10-26', '2026-10-25'].map(day)

/** The history has the lines of `first`; the days of a type are those of October in the range that the call names. */
function answerMonth(first: object[]) {
  const asked: Record<string, string>[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://here')
    if (pathname === `/api/transactions/${month.key}`) return Response.json({ ...month, amount: 12, entries: 6 })
    if (pathname !== '/api/transactions') return Response.json({}, { status: 404 })
    const { type, from = '', to = '9', ...filters } = Object.fromEntries(searchParams)
    if (!type) return Response.json({ summary, transactions: filters.only ? [] : first, next_cursor: null })
    asked.push({ type, from, to })
    const transactions = october.filter(({ created_at: at }) => at.slice(0, 10) >= from && at.slice(0, 10) <= to)
    return Response.json({ summary, transactions, next_cursor: null })
  })
  return asked
}

test.each([
  ['cut by the period', '?period=30', '2026-10-27', 'Together', 8],
  ['that is whole in the period', '?period=90', '2026-10-01', 'The whole month', 12],
])('a month %s opens with the days that its line sums up', async (_what, filter, from, label, amount) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T06:30:00Z') })
  const asked = answerMonth([{ ...month, amount }])
  open(`/wallet${filter}`)
  await userEvent.click(await screen.findByRole('button', { name: /Earn interest/ }))
  const total = await screen.findByText(label)
  expect(total.nextElementSibling?.textContent).toBe(`₹${amount}.00`)
  expect(screen.getAllByText('₹2.00')).toHaveLength(amount / 2)
  expect(asked).toEqual([{ type: 'flexible_interest', from, to: '2026-10-31' }])
})

test('a month whose line is further down opens from its address, as a whole', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T06:30:00Z') })
  answerMonth([entry])
  open(`/wallet?period=30&id=${month.key}`)
  const total = await screen.findByText('The whole month')
  expect(total.nextElementSibling?.textContent).toBe('₹12.00')
  expect(screen.getAllByText('₹2.00')).toHaveLength(6)
})

const later = '2026-11-30T06:30:00Z'
test.each([
  ['a deposit that was approved later', { type: 'deposit', status: 'approved', decided_at: later }, true],
  ['its bonus', { type: 'bonus', status: 'completed', decided_at: later }, true],
  ['one that was reversed since', { type: 'deposit', status: 'reversed', decided_at: later, undone_at: later }, true],
  ['a payout that the bank returned', { type: 'withdrawal', status: 'returned', returned_at: later }, true],
  ['a deposit that was rejected', { type: 'deposit', status: 'rejected', decided_at: later }, false],
  ['a payout', { type: 'withdrawal', status: 'approved', decided_at: later }, false],
  ['a deposit of the same day', { type: 'deposit', status: 'approved', decided_at: entry.created_at }, false],
])('the line of %s says when the money came in, if it was on another day', async (_case, change, says) => {
  const item = { ...entry, ...change }
  vi.stubGlobal('fetch', async () => Response.json({ summary, transactions: [item], next_cursor: null }))
  open('/wallet')
  const line = await screen.findByRole('button', { name: /₹/ })
  expect(line.textContent.includes('credited 30 Nov')).toBe(says)
})

test.each([
  ['waits', { status: 'pending' }, true],
  ['is being paid', { status: 'pending', being_paid: true }, false],
  ['is paid', { status: 'approved' }, false],
])('the receipt of a withdrawal that %s leads to its cancelling, if that is possible', async (_case, change, leads) => {
  const item = { ...entry, key: 'withdrawal-7', id: 7, type: 'withdrawal', direction: 'out', ...change }
  vi.stubGlobal('fetch', async (address: string) =>
    address.startsWith('/api/transactions/')
      ? Response.json(item)
      : Response.json({ summary, transactions: [item], next_cursor: null }),
  )
  open('/wallet?id=withdrawal-7')
  const receipt = within(await screen.findByRole('dialog'))
  await receipt.findByRole('button', { name: 'Print or save as PDF' })
  const link = receipt.queryByRole('link', { name: 'Cancel withdrawal' })
  expect(link?.getAttribute('href') ?? null).toBe(leads ? '/withdraw?cancel=7' : null)
})

test.each([
  ['flexible_deposit', 'flexible'],
  ['flexible_withdraw', 'flexible'],
  ['adjustment', 'adjustment'],
] as const)('support can be asked about a line of type %s', async (type, kind) => {
  const item = { ...entry, key: `${type}-7`, id: 7, type }
  vi.stubGlobal('fetch', async (address: string) =>
    address.startsWith('/api/transactions/')
      ? Response.json(item)
      : Response.json({ summary, transactions: [item], next_cursor: null }),
  )
  open(`/wallet?id=${type}-7`)
  const link = await screen.findByRole('link', { name: 'Ask about this' })
  expect(link.getAttribute('href')).toBe(`/support?about=${kind}-7`)
})
