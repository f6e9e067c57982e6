import type { TransactionItem } from '@bittkosh/contract/wallet'
import { formatRupees } from '@bittkosh/contract/money'
import { expect, test } from 'vitest'
import { readItem, sentItem } from '../testing/historyItem.ts'
import { sumsOf } from './sums.ts'

type Sent = Parameters<typeof readItem>[0]
type Details = Partial<ReturnType<typeof sentItem>['details']>

const item = (change: Sent, details: Details): TransactionItem =>
  readItem({ ...change, details: { ...sentItem().details, ...details } })
const deposit: Sent = { key: 'deposit-1', type: 'deposit', direction: 'in', amount: 10_000, requested_amount: 10_000 }
const family = { name: 'Family', bonus_amount: 500 }
const approved: Sent = { ...deposit, status: 'approved', approved_amount: 10_000 }
const reversed: Sent = { ...approved, status: 'reversed', undone_at: '2026-11-22T05:00:00.000Z' }
const reversal: Sent = { ...deposit, key: 'deposit_reversal-1', status: 'completed', direction: 'out' }

test.each<[string, Sent, Details, string[]]>([
  [
    'a package is paid, gets its bonus, and the wallet has both',
    approved,
    { package: family, balance_after: 10_500 },
    [
      'Amount ₹10,000.00',
      'Bonus ₹500.00 extra',
      'Into your wallet ₹10,500.00 total',
      'Wallet after ₹10,500.00 balance',
    ],
  ],
  [
    'one that waits promises its bonus',
    deposit,
    { package: family },
    ['You pay ₹10,000.00', 'Bonus ₹500.00 extra', 'Goes to your wallet ₹10,500.00 total'],
  ],
  [
    'one approved at another amount has the bonus on that amount',
    { ...approved, requested_amount: 5000, amount: 4900.55, approved_amount: 4900.55 },
    { package: { name: 'Odd', bonus_amount: 196.02 }, balance_after: 23_985.97 },
    [
      'Requested ₹5,000.00',
      'Approved ₹4,900.55',
      'Bonus ₹196.02 extra',
      'Into your wallet ₹5,096.57 total',
      'Wallet after ₹23,985.97 balance',
    ],
  ],
  [
    'a rejected one moved nothing, and no bonus is mentioned',
    { ...deposit, status: 'rejected' },
    { package: family },
    ['Requested, not moved ₹10,000.00 total'],
  ],
  [
    'a reversed one shows what came and that it was taken back',
    reversed,
    { package: family, balance_after: 10_500 },
    ['Amount ₹10,000.00', 'Bonus ₹500.00 extra', 'Into your wallet ₹10,500.00 total', 'Taken back −₹10,500.00'],
  ],
  [
    'its reversal takes amount and bonus',
    { ...reversal, amount: 10_500, requested_amount: null },
    { package: family, balance_after: 0 },
    ['Amount ₹10,000.00', 'Bonus ₹500.00', 'Total leaving your wallet ₹10,500.00 total', 'Wallet after ₹0.00 balance'],
  ],
  [
    'a package without a bonus is like a deposit',
    approved,
    { package: { name: 'Plain', bonus_amount: 0 }, balance_after: 10_000 },
    ['Amount ₹10,000.00 total', 'Wallet after ₹10,000.00 balance'],
  ],
  [
    'a deposit approved at another amount',
    { ...approved, requested_amount: 9000 },
    { balance_after: 10_000 },
    ['Requested ₹9,000.00', 'Approved ₹10,000.00 total', 'Wallet after ₹10,000.00 balance'],
  ],
  [
    'the reversal of a deposit',
    { ...reversal, requested_amount: null },
    { balance_after: 5 },
    ['Amount ₹10,000.00 total', 'Wallet after ₹5.00 balance'],
  ],
  [
    'a withdrawal pays its fee',
    { amount: 1000 },
    { processing_fee: 30, balance_after: 70 },
    ['You asked for ₹1,000.00', 'Processing fee −₹30.00', 'You receive ₹970.00 total', 'Wallet after ₹70.00 balance'],
  ],
  [
    'a rejected withdrawal is back in full',
    { amount: 1000, status: 'rejected' },
    { processing_fee: 30, balance_after: 70 },
    ['Back in your wallet ₹1,000.00 total'],
  ],
  [
    'interest is in Earn',
    { type: 'flexible_interest', status: 'completed', direction: 'in', account: 'earn', amount: 2 },
    { balance_after: 502 },
    ['Amount ₹2.00 total', 'In Earn after ₹502.00 balance'],
  ],
])('%s', (_case, change, details, expected) => {
  const sums = sumsOf(item(change, details))
  const told = sums.map(({ label, amount, look }) => [
    label.message,
    formatRupees(amount),
    ...(look === 'plain' ? [] : [look]),
  ])
  expect(told.map((words) => words.join(' '))).toEqual(expected)
})
