import { type ComponentType, lazy, Suspense } from 'react'
import { Skeleton } from '../page/Skeleton.tsx'
import type { LineChartProps } from './LineChart.tsx'

export type { DayPoint } from './LineChart.tsx'

const charts = () => import('./all.ts')

/** The charts, fetched as one file when the first of them is shown; until then their space is reserved. */
export const LineChart = fetched(
  ({ earnedLabel }: LineChartProps) => (earnedLabel === undefined ? 314 : 424),
  async () => (await charts()).LineChart,
)
export const MONTH_BARS_HEIGHT = 166
export const MonthBars = fetched(
  () => MONTH_BARS_HEIGHT,
  async () => (await charts()).MonthBars,
)
export const PayoutRuler = fetched(
  () => 170,
  async () => (await charts()).PayoutRuler,
)

function fetched<Props extends object>(heightOf: (props: Props) => number, load: () => Promise<ComponentType<Props>>) {
  const Chart = lazy(async () => ({ default: await load() }))
  return function Fetched(props: Props) {
    return (
      <Suspense fallback={<Skeleton height={heightOf(props)} />}>
        <Chart {...props} />
      </Suspense>
    )
  }
}
