import { add, paise, ZERO } from '@bittkosh/contract/money'
import { kinds } from '@bittkosh/contract/movements'
import { totalsOf } from '@bittkosh/contract/reports'
import { describe, expect, test } from 'vitest'
import {
  cohorts,
  inflow,
  judgePeriod,
  lineOf,
  monthsOf,
  type MonthTotal,
  profitAndLoss,
  referralCost,
} from './rules.ts'

describe('the months of a period', () => {
  test.each([
    ['the last twelve by default', {}, { from: '2026-04-01', to: '2027-03-01' }],
    ['those of both days', { from: '2026-02-28', to: '2026-03-31' }, { from: '2026-02-01', to: '2026-03-01' }],
    ['one month', { from: '2026-02-03', to: '2026-02-01' }, { from: '2026-02-01', to: '2026-02-01' }],
    ['twelve up to a day', { to: '2026-01-31' }, { from: '2025-02-01', to: '2026-01-01' }],
    [
      'fewer than twelve from the first day that there is',
      { to: '1900-05-01' },
      { from: '1900-01-01', to: '1900-05-01' },
    ],
    ['24 are not too many', { from: '2025-04-30' }, { from: '2025-04-01', to: '2027-03-01' }],
  ])('%s', (_, asked, period) => {
    expect(judgePeriod(asked, '2027-03-31')).toEqual({ period })
  })

  test.each([
    ['25 are', { from: '2025-03-31' }, { field: 'from', complaint: { code: 'too_many_months', params: { max: 24 } } }],
    [
      'one that ends before it begins',
      { from: '2026-03-01', to: '2026-02-28' },
      { field: 'to', complaint: { code: 'end_before_beginning' } },
    ],
  ])('%s', (_, asked, refusal) => {
    expect(judgePeriod(asked, '2027-03-31')).toEqual(refusal)
  })

  test('are sorted latest first', () => {
    expect(monthsOf({ from: '2025-11-01', to: '2026-02-01' })).toEqual([
      '2026-02-01',
      '2026-01-01',
      '2025-12-01',
      '2025-11-01',
    ])
  })
})

const months = ['2026-12-01', '2026-11-01']
function total(
  movement: MonthTotal['movement'],
  account: MonthTotal['account'],
  { plus = 0n, minus = 0n, month = '2026-11-01' },
) {
  return { movement, account, month, plus: paise(plus), minus: paise(minus), minuses: minus === 0n ? 0 : 1 }
}

describe('profit and loss', () => {
  const nothing = Object.fromEntries(
    ['withdrawal_fees', 'transfer_fees', 'plan_profit', 'earn_interest', 'package_bonus'].map((line) => [line, ZERO]),
  )

  test.each([
    [
      'the fee of a payout is income',
      total('withdrawal_payout', 'fee_withdrawal', { plus: 7n }),
      { withdrawal_fees: 7n },
    ],
    [
      'a returned payout returns its fee',
      total('withdrawal_return', 'fee_withdrawal', { minus: 7n }),
      { withdrawal_fees: -7n },
    ],
    ['the profit of a plan is a cost', total('plan_claim', 'expense_plan_profit', { minus: 9n }), { plan_profit: -9n }],
    [
      'a bonus that is taken back reduces the cost of bonuses',
      total('deposit_reversal', 'expense_package_bonus', { plus: 3n }),
      { package_bonus: 3n },
    ],
    [
      'a correction in favour of the platform is income',
      total('adjustment', 'expense_adjustment', { plus: 4n }),
      { adjustment: 4n },
    ],
    ['an amount without a line is not lost', total('deposit', 'expense_adjustment', { minus: 5n }), { other: -5n }],
  ])('%s', (_, booked, line) => {
    const [december, november] = profitAndLoss([booked], months)
    const [amount] = Object.values(line)
    expect(november).toEqual({ ...december, month: '2026-11-01', ...line, result: amount })
    expect(december).toMatchObject({ ...nothing, result: 0n })
  })

  test('money that came in or belongs to a user is not income', () => {
    const booked = [
      total('deposit', 'cash_upi', { minus: 100n }),
      total('plan_claim', 'wallet', { plus: 100n }),
      total('withdrawal_hold', 'held', { plus: 100n }),
    ]
    expect(profitAndLoss(booked, months).map(({ result }) => result)).toEqual([0n, 0n])
  })

  test('every kind of movement has its line, and the lines add up to the result', () => {
    const booked = kinds.map((kind, n) => total(kind, 'expense_adjustment', { plus: BigInt(n + 1) }))
    const [row] = profitAndLoss(booked, ['2026-11-01'])
    const { month: _month, result, ...lines } = row!
    expect(add(...Object.values(lines))).toBe(result)
    expect(result).toBe(BigInt((kinds.length * (kinds.length + 1)) / 2))
    const used = new Set(Object.values(lineOf))
    expect(Object.keys(lines).filter((line) => line !== 'other' && !used.has(line as never))).toEqual([])
  })
})

test('inflow: by receiving account, minus reversals', () => {
  const booked = [
    total('deposit', 'cash_upi', { minus: 100n }),
    total('package', 'cash_bank', { minus: 50n }),
    total('deposit_reversal', 'cash_upi', { plus: 30n }),
    total('withdrawal_payout', 'cash_upi', { plus: 70n }),
    total('withdrawal_return', 'cash_upi', { minus: 70n }),
  ]
  expect(inflow(booked, ['2026-11-01'])).toEqual([
    { month: '2026-11-01', deposits: 2, upi: 100n, bank: 50n, crypto: 0n, reversed: -30n, inflow: 120n },
  ])
})

test('referral cost: everything except rewards is shares', () => {
  const totals = [total('referral_income', 'expense_referral', { minus: 100n })]
  const rewards = new Map([['2026-11-01', paise(60n)]])
  const invited = new Map([['2026-12-01', 3]])
  expect(referralCost({ totals, rewards, invited }, months)).toEqual([
    { month: '2026-12-01', invited: 3, rewards: 0n, shares: 0n, cost: 0n },
    { month: '2026-11-01', invited: 0, rewards: 60n, shares: 40n, cost: 100n },
  ])
})

test('cohorts: shares and money add up month by month, and the future is left open', () => {
  const registered = [{ month: '2026-11-01', registered: 3 }]
  const steps = [
    { month: '2026-11-01', since: 0, first: 1, amount: paise(500n) },
    { month: '2026-11-01', since: 1, first: 1, amount: paise(200n) },
    { month: '2026-11-01', since: 2, first: 0, amount: paise(100n) },
  ]
  const [december, november] = cohorts({ registered, steps }, { months, today: '2027-02-10' })
  expect(november).toMatchObject({
    registered: 3,
    share_0: 33.3,
    share_1: 66.7,
    share_3: 66.7,
    share_6: null,
    share_12: null,
    money_0: 500n,
    money_3: 800n,
    money_12: null,
  })
  expect(december).toMatchObject({ registered: 0, share_0: null, money_0: 0n, share_3: null, money_3: null })
})

test('totals: money and counts are added, words are not, and a report of medians has none', () => {
  const row = {
    matures: '2026-12-01',
    plan: 'Gold',
    investments: 2,
    principal: paise(100n),
    profit: paise(7n),
    to_pay: paise(107n),
  }
  expect(totalsOf('exposure', [row, row])).toEqual({
    matures: null,
    plan: null,
    investments: 4,
    principal: 200n,
    profit: 14n,
    to_pay: 214n,
  })
  expect(totalsOf('exposure', [])).toBeNull()
  expect(totalsOf('throughput', [{ month: '2026-12-01', decisions: 3 }])).toBeNull()
})
