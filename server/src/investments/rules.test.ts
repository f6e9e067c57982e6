import { maturityOf, quoteInvestment, yearlyRate } from '@bittkosh/contract/investmentQuote'
import { progressOf } from '@bittkosh/contract/investments'
import { paise, ppm } from '@bittkosh/contract/money'
import { dayOf, startOfDay } from '@bittkosh/contract/time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PlanOnSale } from '../plans/actions.ts'
import { judgeClaim, judgePurchase, noticeOf } from './rules.ts'

const plan: PlanOnSale = {
  id: 1,
  name: 'BTC Saver 30',
  nameHi: 'BTC बचत 30',
  symbol: 'BTC',
  icon_url: '/icons/plans/coin-sun.svg',
  days: 30,
  minimum: paise(1_000_00n),
  maximum: paise(5_00_000_00n),
  rate: ppm(21_000n),
  multipleAllowed: false,
  onOffer: true,
}
const noon = new Date('2026-11-21T06:30:00Z')

test.each([
  ['2.1 % for 30 days', 21_000n, 30, 256_000n],
  ['10 % for a year', 100_000n, 365, 100_000n],
  ['half a tenth rounds up', 500n, 365, 1_000n],
  ['nothing', 0n, 30, 0n],
])('a year of %s', (_name, rate, days, yearly) => {
  expect(yearlyRate(ppm(rate), days)).toBe(ppm(yearly))
})

describe('what a purchase yields', () => {
  test.each([
    ['2.1 % of ₹10,000 for 30 days', 10_000_00n, 21_000n, 30, '2026-11-21', 210_00n, '2026-12-21'],
    ['half a paisa of profit rounds up', 50n, 10_000n, 30, '2026-11-21', 1n, '2026-12-21'],
    ['less than half a paisa rounds down', 49n, 10_000n, 30, '2026-11-21', 0n, '2026-12-21'],
    ['a plan over the end of a year', 1_000_00n, 165_000n, 180, '2026-11-21', 165_00n, '2027-05-20'],
    ['a leap day counts as a day', 1_000_00n, 0n, 2, '2028-02-28', 0n, '2028-03-01'],
  ])('%s', (_name, amount, rate, days, boughtOn, profit, maturesOn) => {
    expect(quoteInvestment({ amount: paise(amount), rate: ppm(rate) })).toEqual({ profit, payout: amount + profit })
    expect(maturityOf({ boughtOn, days })).toBe(maturesOn)
  })
})

describe('the progress of an investment', () => {
  const terms = { amount: paise(10_000_00n), profit: paise(210_01n), days: 30, boughtOn: '2026-11-21' }
  test.each([
    ['the day of purchase counts nothing', '2026-11-21', 0, 30, 0n],
    ['each full day counts its part, floored', '2026-11-22', 1, 29, 700n],
    ['twelve of thirty days', '2026-12-03', 12, 18, 8400n],
    ['the last day before maturity', '2026-12-20', 29, 1, 20300n],
    ['all of it at maturity', '2026-12-21', 30, 0, 210_01n],
    ['nothing more after maturity', '2027-02-01', 30, 0, 210_01n],
    ['a clock set back counts nothing', '2026-11-01', 0, 30, 0n],
  ])('%s', (_name, today, daysPassed, daysRemaining, accruedProfit) => {
    expect(progressOf(terms, today)).toEqual({
      daysPassed,
      daysRemaining,
      accruedProfit,
      currentValue: terms.amount + accruedProfit,
      dailyProfit: 700n,
    })
  })

  test('accrued profit never falls, never exceeds the profit and reaches it exactly', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 13n }),
        fc.integer({ min: 1, max: 3650 }),
        fc.integer({ min: 0, max: 4000 }),
        (profit, days, passed) => {
          const at = (day: number) =>
            progressOf(
              { amount: paise(1n), profit: paise(profit), days, boughtOn: '2026-01-01' },
              dayOf(new Date(Date.UTC(2026, 0, 1 + day))),
            ).accruedProfit
          expect(at(passed)).toBeLessThanOrEqual(at(passed + 1))
          expect(at(passed)).toBeLessThanOrEqual(profit)
          expect(at(days)).toBe(profit)
        },
      ),
    )
  })
})

describe('whether a plan can be bought', () => {
  test.each([
    ['the smallest amount', plan, 1_000_00n, null],
    ['the largest amount', plan, 5_00_000_00n, null],
    [
      'a paisa too little',
      plan,
      999_99n,
      { code: 'below_minimum', field: 'amount', params: { of: 'investment', minimum: 1_000_00n } },
    ],
    [
      'a paisa too much',
      plan,
      5_00_000_01n,
      { code: 'above_maximum', field: 'amount', params: { of: 'investment', maximum: 5_00_000_00n } },
    ],
    [
      'a plan that is not offered',
      { ...plan, onOffer: false },
      1_000_00n,
      { code: 'plan_unavailable', field: 'cryptocurrency_id' },
    ],
    ['a plan that does not exist', undefined, 1_000_00n, { code: 'plan_unavailable', field: 'cryptocurrency_id' }],
  ])('%s', (_name, offered, amount, refused) => {
    const decision = judgePurchase({ user: 7, plan: offered, amount: paise(amount), at: noon })
    expect('refused' in decision ? decision.refused : null).toEqual(refused)
  })

  test.each([
    ['as it was shown', { profit: paise(21_00n), days: 30 }, null],
    ['after its profit has changed', { profit: paise(22_00n), days: 30 }, 'terms_moved'],
    ['after its term has changed', { profit: paise(21_00n), days: 60 }, 'terms_moved'],
    ['on the day it was shown', { maturesOn: '2026-12-21' }, null],
    ['after midnight, a day later than it was shown', { maturesOn: '2026-12-20' }, 'terms_moved'],
  ])('is bought %s', (_name, shown, code) => {
    const decision = judgePurchase({ user: 7, plan, amount: paise(1_000_00n), at: noon, shown })
    expect('refused' in decision ? decision.refused.code : null).toBe(code)
  })

  test.each([
    ['once by each user', false],
    ['again and again', true],
  ])('its terms are frozen: a plan that is sold %s', (_name, multipleAllowed) => {
    const sold = { ...plan, multipleAllowed }
    expect(judgePurchase({ user: 7, plan: sold, amount: paise(1_000_03n), at: noon })).toEqual({
      plan: sold,
      bought: {
        user_id: 7,
        plan_id: 1,
        name: 'BTC Saver 30',
        name_hi: 'BTC बचत 30',
        symbol: 'BTC',
        amount: 1_000_03n,
        profit_ppm: 21_000n,
        profit: 21_00n,
        duration_days: 30,
        is_only: !multipleAllowed,
        bought_at: noon,
        bought_on: '2026-11-21',
        matures_on: '2026-12-21',
        matures_at: new Date('2026-12-20T18:30:00Z'),
      },
    })
  })

  test.each([
    ['bought at noon', '2026-11-21T06:30:00Z', '2026-11-21', '2026-12-20T18:30:00.000Z'],
    [
      'bought in the last millisecond of a day in India',
      '2026-11-21T18:29:59.999Z',
      '2026-11-21',
      '2026-12-20T18:30:00.000Z',
    ],
    ['bought in the first of the next', '2026-11-21T18:30:00Z', '2026-11-22', '2026-12-21T18:30:00.000Z'],
  ])('matures at the start of a day in India: %s', (_name, at, boughtOn, maturesAt) => {
    const decision = judgePurchase({ user: 7, plan, amount: plan.minimum, at: new Date(at) })
    if ('refused' in decision) throw new Error(decision.refused.code)
    expect(decision.bought.bought_on).toBe(boughtOn)
    expect(decision.bought.matures_at.toISOString()).toBe(maturesAt)
  })
})

describe('whether it can be claimed', () => {
  const maturesAt = startOfDay('2026-12-21')
  const ms = (offset: number) => new Date(maturesAt.getTime() + offset)
  test.each([
    ['a millisecond early', ms(-1), null, { code: 'not_matured', params: { matures_on: '2026-12-21' } }],
    ['at the moment', ms(0), null, null],
    ['a millisecond late', ms(1), null, null],
    ['a second time', ms(86_400_000), ms(5), { code: 'already_claimed', params: { claimed_on: '2026-12-21' } }],
  ])('%s', (_name, at, claimedAt, refused) => {
    const decision = judgeClaim({ maturesOn: '2026-12-21', maturesAt, claimedAt, at })
    expect(decision).toEqual(refused === null ? { claimed: true } : { refused })
  })
})

test('its owner is notified what it was and what it earned', () => {
  const values = { amount: paise(1_000_00n), profit: paise(21_00n) }
  expect(noticeOf('plan_claimed', { id: 9, name: 'BTC Saver 30', name_hi: 'BTC बचत 30', ...values })).toEqual({
    kind: 'plan_claimed',
    about: 9,
    values: { plan: 'BTC Saver 30', plan_hi: 'BTC बचत 30', ...values },
  })
})
