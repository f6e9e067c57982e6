import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
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
