import { paise } from '@bittkosh/contract/money'
import { transactionItem } from '@bittkosh/contract/wallet'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { walletSearch } from '../app/search.ts'
import { showPage } from '../testing/showPage.tsx'
import { OnItsWay } from './OnItsWay.tsx'

const wire = {
  id: 1,
  number: 'K7Q2M9XR4T',
  entries: null,
  status: 'pending',
  account: 'wallet',
  requested_amount: null,
  approved_amount: null,
  transaction_id: null,
  created_at: '2026-11-21T05:00:00.000Z',
  decided_at: null,
  returned_at: null,
  being_paid: false,
  undone_at: null,
  due_at: null,
  admin_note: null,
  note: null,
  details: {
    cryptocurrency: null,
    profit_earned: null,
    is_withdrawn: null,
    processing_fee: null,
    transaction_id: null,
    approved_amount: null,
    balance_after: null,
  },
}
const item = (more: object) => z.decode(transactionItem, { ...wire, ...more } as z.input<typeof transactionItem>)
const deposit = item({ key: 'deposit-1', type: 'deposit', direction: 'in', amount: 2_000, counterparty: 'UPI' })
const withdrawal = item({
  key: 'withdrawal-2',
  type: 'withdrawal',
  direction: 'out',
  amount: 3_000,
  counterparty: 'asha@okhdfcbank',
})
const transfer = item({
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

test('what comes in stands apart from what goes out, the next payout with its day', async () => {
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

test('a request that is checked says how long that takes, where it is known', async () => {
  showRows({ items: [deposit, withdrawal] })
  expect(
    await screen.findByRole('link', { name: /^UPI.*being checked for .* · usually within 25 minutes/ }),
  ).toBeDefined()
  expect(screen.getByRole('link', { name: /^asha/ }).textContent).not.toContain('usually')
})

test('what goes out says whether the balance has it still', async () => {
  showRows({ items: [transfer, withdrawal] })
  const sent = await screen.findByRole('link', { name: /^Imran/ })
  expect(sent.textContent).toContain('not deducted yet · waits for your code until 10:40')
  expect(screen.getByRole('link', { name: /^asha/ }).textContent).toContain('already deducted')
})

test('of many only the newest are shown where there is little room, and the rest is counted', async () => {
  const many = ['7', '8', '9'].map((id) => ({ ...withdrawal, key: `withdrawal-${id}` }))
  showRows({ items: [...many, deposit], most: 1 })
  expect((await screen.findByRole('link', { name: '2 more in your wallet' })).getAttribute('href')).toBe(
    '/wallet?show=pending',
  )
})

test('a row opens its receipt and leaves the filter as it is', async () => {
  showRows({ items: [deposit], search: { show: 'in' } })
  expect((await screen.findByRole('link', { name: /^UPI/ })).getAttribute('href')).toBe('/wallet?show=in&id=deposit-1')
})
