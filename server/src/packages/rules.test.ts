import { paise, ppm } from '@bittkosh/contract/money'
import { outlivesFee, sameDayGain } from '@bittkosh/contract/packageLoss'
import { settingsFrom } from '@bittkosh/contract/settings'
import { describe, expect, test } from 'vitest'
import { judgeFee, judgeTerms } from './rules.ts'
import { samples } from './seed.ts'

const percent = (value: number) => ppm(BigInt(Math.round(value * 10_000)))
const shippedFee = settingsFrom(new Map()).percent('withdrawal_fee_percentage')

describe('no shipped package pays for withdrawing everything the same day', () => {
  test.each(samples)('$name', ({ rupees, bonusPercent }) => {
    const amount = rupees * 100n
    const total = amount + (amount * bonusPercent) / 100n // whole: the samples cost whole hundreds of rupees
    // 7 % leave, so what arrives is 93 % of the total: below the price, in exact hundredths of a paisa
    expect(total * 93n < amount * 100n).toBe(true)
    const terms = { amount: paise(amount), bonus: percent(Number(bonusPercent)), fee: shippedFee }
    expect(shippedFee).toBe(70_000n)
    expect(sameDayGain(terms)).toBeLessThan(0n)
    expect(outlivesFee(terms)).toBe(false)
  })
})

test.each<[string, { bonus: number; fee: number }, boolean]>([
  ['a quarter covers a fee of a fifth: 0.2 / (1 − 0.2) is 0.25', { bonus: 25, fee: 20 }, true],
  ['a hundredth of a percent less does not', { bonus: 24.99, fee: 20 }, false],
  ['7.52 % stay below a fee of 7 %', { bonus: 7.52, fee: 7 }, false],
  ['7.53 % do not', { bonus: 7.53, fee: 7 }, true],
  ['any bonus covers a fee of zero', { bonus: 0.01, fee: 0 }, true],
  ['no bonus covers no fee, not even one of zero', { bonus: 0, fee: 0 }, false],
])('%s', (_case, { bonus, fee }, outlives) => {
  expect(outlivesFee({ bonus: percent(bonus), fee: percent(fee) })).toBe(outlives)
})

const lossy = { amount: paise(50_000_00n), bonus: percent(8), fee: percent(7) }

test('a package whose bonus covers the fee is saved only if confirmed, and the refusal states the gain', () => {
  expect(judgeTerms({ ...lossy, confirmed: undefined })).toEqual({
    refused: {
      code: 'loss_unconfirmed',
      field: 'confirm_loss',
      params: { gain: 220_00n },
    },
  })
  expect(judgeTerms({ ...lossy, confirmed: false })).toHaveProperty('refused')
  expect(judgeTerms({ ...lossy, confirmed: true })).toEqual({ gain: 220_00n })
  expect(judgeTerms({ ...lossy, bonus: percent(7), confirmed: true })).toEqual({ gain: null })
})

const offers = [
  { name: 'Starter', amount: paise(1_000_00n), bonus: percent(2) },
  { name: 'Treasury', amount: paise(50_000_00n), bonus: percent(7) },
  { name: 'Gift', amount: paise(1_000_00n), bonus: percent(20) },
]

test.each<
  [string, { from: number; to: number; confirmed?: boolean }, Record<string, bigint> | { gain: bigint | null }]
>([
  ['a fee above every bonus except one that already covered it', { from: 7, to: 6.9 }, { gain: null }],
  ['a fee that one more package covers', { from: 7, to: 6 }, { Treasury: 290_00n }],
  ['a fee that two more cover', { from: 7, to: 1 }, { Starter: 9_80n, Treasury: 2_965_00n }],
  ['the same, confirmed', { from: 7, to: 1, confirmed: true }, { gain: 2_965_00n }],
  ['a higher fee', { from: 1, to: 7 }, { gain: null }],
])('%s', (_case, { from, to, confirmed }, named) => {
  const decision = judgeFee({ offers, from: percent(from), to: percent(to), confirmed })
  if ('gain' in named) expect(decision).toEqual(named)
  else
    expect(decision).toEqual({
      refused: {
        code: 'loss_unconfirmed',
        field: 'confirm_loss',
        params: { packages: Object.entries(named).map(([name, gain]) => ({ name, gain })) },
      },
    })
})
