import { paise } from '@bittkosh/contract/money'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { walletSearch } from '../app/search.ts'
import { readItem } from '../testing/historyItem.ts'
import { showPage } from '../testing/showPage.tsx'
import { OnItsWay } from './OnItsWay.tsx'

const deposit = readItem({ key: 'deposit-1', type: 'deposit', direction: 'in', amount: 2_000, counterparty: 'UPI' })
const withdrawal = readItem({
  key: 'withdrawal-2',
  type: 'withdrawal',
  direction: 'out',
  amount: 3_000,
  counterparty: 'asha@okhdfcbank',
})
const transfer = readItem({
  key: 'balance_transfer_sent-3',
  type: 'balance_transfer_sent',
  direction: 'out',
  amount: 772.5,
  counterparty: 'Imran S•••',
  due_at: '2026-11-21T05:10:00.000Z',
})
const payout = {
  id: 4,
  name: 'ETH Saver 60',
  symbol: 'ETH',
  date: '2026-12-27',
  amount: paise(7_837_50n),
  profit: paise(337_50n),
}

function showRows(rows: Parameters<typeof OnItsWay>[0]) {
  vi.stubGlobal('fetch', async () => Response.json({ deposit: 1_500, withdrawal: null, kyc: null }))
  showPage({ path: '/wallet', validateSearch: walletSearch, component: () => <OnItsWay {...rows} /> })
}

test('incoming and outgoing money are separate, and the next payout shows its day', async () => {
  showRows({ items: [transfer, withdrawal, deposit], payouts: { next: payout, today: '2026-11-24' } })
  const coming = within(await screen.findByRole('list', { name: 'Coming in' }))
  const rows = coming.getAllByRole('link').map(({ textContent }) => textContent)
  expect(rows).toEqual([
    expect.stringMatching(/^UPI.*\+₹2,000\.00$/),
    expect.stringMatching(/^ETH Saver 60.*\+₹7,837\.50$/),
  ])
  expect(rows[1]).toContain('in 33 days')
  const going = within(screen.getByRole('list', { name: 'Going out' }))
  expect(going.getAllByRole('link').map(({ textContent }) => textContent?.slice(0, 5))).toEqual(['Imran', 'asha@'])
})

test('a request that is being checked shows how long that takes, if known', async () => {
  showRows({ items: [deposit, withdrawal] })
  expect(
    await screen.findByRole('link', { name: /^UPI.*being checked for .* · usually within 25 minutes/ }),
  ).toBeDefined()
  expect(screen.getByRole('link', { name: /^asha/ }).textContent).not.toContain('usually')
})

test('outgoing money shows whether it is still in the balance', async () => {
  showRows({ items: [transfer, withdrawal] })
  const sent = await screen.findByRole('link', { name: /^Imran/ })
  expect(sent.textContent).toContain('not deducted yet · waiting for your code until 10:40')
  expect(screen.getByRole('link', { name: /^asha/ }).textContent).toContain('already deducted')
})

test('of many entries only the newest are shown if space is limited, and the rest is counted', async () => {
  const many = ['7', '8', '9'].map((id) => ({ ...withdrawal, key: `withdrawal-${id}` }))
  showRows({ items: [...many, deposit], most: 1 })
  expect((await screen.findByRole('link', { name: '2 more in your wallet' })).getAttribute('href')).toBe(
    '/wallet?show=pending',
  )
})

test('where all are shown, those beyond the first page are led to as well', async () => {
  showRows({ items: [deposit], hasMore: true })
  const link = await screen.findByRole('link', { name: 'More in your wallet, under Pending' })
  expect(link.getAttribute('href')).toBe('/wallet?show=pending')
})

test('a row opens its receipt and keeps the filter', async () => {
  showRows({ items: [deposit], search: { show: 'in' } })
  expect((await screen.findByRole('link', { name: /^UPI/ })).getAttribute('href')).toBe('/wallet?show=in&id=deposit-1')
})
