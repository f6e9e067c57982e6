import { scaleLinear } from 'd3-scale'
import { expect, test } from 'vitest'
import { shortRupees } from './shortRupees.ts'

test.each([
  [0, 20_000, 'en', '₹0'],
  [900, 100, 'en', '₹900'],
  [20_000, 20_000, 'en', '₹20,000'],
  [99_999, 50_000, 'en', '₹99,999'],
  [150_000, 50_000, 'en', '₹1.5 L'],
  [1_000_000, 500_000, 'en', '₹10 L'],
  [20_000_000, 10_000_000, 'en', '₹2 Cr'],
  [-150_000, 50_000, 'en', '−₹1.5 L'],
  [150_000, 50_000, 'hi', '₹1.5 लाख'],
  [25_000_000, 5_000_000, 'hi', '₹2.5 क॰'],
  [122_000, 2_000, 'en', '₹1.22 L'],
  [119_400, 200, 'en', '₹1,19,400'],
  [12_020_000, 20_000, 'en', '₹120.2 L'],
])('%d among marks %d apart, in %s, is %s', (rupees, step, locale, text) => {
  expect(shortRupees(rupees, step, locale)).toBe(text)
})

test('no two marks of an axis read alike', () => {
  for (const [low, high] of [
    [119_446, 119_875],
    [0, 119_875],
    [98_000, 102_000],
    [9_990_000, 10_010_000],
    [12_345_678, 12_345_900],
  ] as const) {
    const ticks = scaleLinear([low, high], [0, 1]).nice(3).ticks(3)
    const said = ticks.map((tick) => shortRupees(tick, ticks[1]! - ticks[0]!, 'en'))
    expect(new Set(said).size).toBe(ticks.length)
  }
})
