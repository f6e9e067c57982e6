import type { TransactionItem } from '@bittkosh/contract/wallet'
import { expect, test } from 'vitest'
import { readItem } from '../testing/historyItem.ts'
import { timelineOf } from './timeline.ts'

const sentAt = new Date('2026-11-20T05:00:00Z')
const decidedAt = new Date('2026-11-21T05:00:00Z')
const dueAt = new Date('2026-12-20T18:30:00Z')

const item = (change: Partial<TransactionItem>): TransactionItem => ({ ...readItem(), ...change })
const told = (change: Partial<TransactionItem>) =>
  timelineOf(item(change)).map(({ stage, state, at }) => [stage, state, at])

test.each<[string, Partial<TransactionItem>, unknown[]]>([
  [
    'a request that waits',
    {},
    [
      ['requested', 'done', sentAt],
      ['checking', 'current', null],
      ['decision', 'ahead', null],
    ],
  ],
  [
    'an approved request',
    { status: 'approved', decided_at: decidedAt },
    [
      ['requested', 'done', sentAt],
      ['checking', 'done', null],
      ['approved', 'done', decidedAt],
    ],
  ],
  [
    'a cancelled one was never checked to its end',
    { status: 'cancelled', decided_at: decidedAt },
    [
      ['requested', 'done', sentAt],
      ['cancelled', 'done', decidedAt],
    ],
  ],
  [
    "a package's bonus, booked when the package was approved",
    { type: 'bonus', status: 'completed', decided_at: decidedAt },
    [['booked', 'done', decidedAt]],
  ],
  [
    'a transfer whose code ran out',
    { type: 'balance_transfer_sent', status: 'expired', due_at: dueAt },
    [
      ['code_sent', 'done', sentAt],
      ['expired', 'failed', dueAt],
    ],
  ],
  [
    'a plan that runs',
    { type: 'crypto_investment', status: 'active', due_at: dueAt },
    [
      ['bought', 'done', sentAt],
      ['running', 'current', null],
      ['claim', 'ahead', dueAt],
    ],
  ],
  [
    'a claimed plan',
    { type: 'crypto_investment', status: 'withdrawn', due_at: dueAt, decided_at: decidedAt },
    [
      ['bought', 'done', sentAt],
      ['matured', 'done', dueAt],
      ['claimed', 'done', decidedAt],
    ],
  ],
  ['what is simply booked', { type: 'referral_income', status: 'completed' }, [['booked', 'done', sentAt]]],
])('%s', (_case, change, steps) => expect(told(change)).toEqual(steps))

test('a rejection shows its whole reason', () => {
  const reason = 'The name on the bank account differs from the name of your KYC document.'
  const last = timelineOf(item({ status: 'rejected', decided_at: decidedAt, admin_note: reason })).at(-1)
  expect(last).toEqual({ stage: 'rejected', state: 'failed', at: decidedAt, note: reason })
})
