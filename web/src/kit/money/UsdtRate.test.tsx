import { paise } from '@bittkosh/contract/money'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { CurrentRate } from './UsdtRate.tsx'

const NINETY = paise(90_00n)

test.each<[string, Date | null, string]>([
  ['set this morning', new Date('2026-11-25T04:12:00Z'), '₹90.00 per USDT · set 25 Nov 2026, 09:42'],
  ['set three weeks ago', new Date('2026-11-04T04:12:00Z'), '₹90.00 per USDT · set 4 Nov 2026, 09:42'],
  ['never set', null, '₹90.00 per USDT · standard rate, as no current one is set'],
])('a rate that was %s says so, and never claims to be the current one', (_when, since, said) => {
  const { container } = show(<CurrentRate rate={NINETY} since={since} />)
  expect(container.textContent).toBe(said)
})
