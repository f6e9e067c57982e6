import type { BarGroup } from '../kit/money/BarChart.tsx'
import { dateText } from '../kit/page/dates.ts'
import { barsOf, type DayRange, labelEvery } from './dashboardTimes.ts'

export type PeriodBar = BarGroup & { days: DayRange }

/** The bars of a chart by day, or by week if there are many days. */
export function periodBars<D extends { date: string }>(
  days: readonly D[],
  locale: string,
  valuesOf: (day: D) => readonly bigint[],
  countsOf?: (day: D) => readonly number[],
): PeriodBar[] {
  const bars = barsOf(days)
  const every = labelEvery(bars)
  return bars.map((bar, index) => {
    const [first, last] = [bar[0]?.date ?? '', bar.at(-1)?.date ?? '']
    const isLabelled = index % every === 0 && index <= bars.length - every / 2 // the last labels would be cut off
    const sums = bar.map(valuesOf).reduce((sum, values) => sum.map((value, at) => value + (values[at] ?? 0n)))
    return {
      key: first,
      label: every === 1 ? String(Number(first.slice(8))) : isLabelled ? dateText(first, 'day', locale) : '',
      fullLabel: [...new Set([first, last])].map((date) => dateText(date, 'date', locale)).join(' – '),
      values: sums,
      ...(countsOf && {
        counts: bar.map(countsOf).reduce((sum, counts) => sum.map((count, at) => count + (counts[at] ?? 0))),
      }),
      days: { start: first, end: last },
    }
  })
}
