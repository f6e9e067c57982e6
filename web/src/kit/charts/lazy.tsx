import { type ComponentType, lazy, Suspense } from 'react'
import { Skeleton } from '../page/Skeleton.tsx'

export type { DayPoint } from './LineChart.tsx'

const charts = () => import('./all.ts')

/** The charts, fetched as one file where the first of them shows; until then its place is kept. */
export const LineChart = fetched(240, async () => (await charts()).LineChart)
export const MonthBars = fetched(150, async () => (await charts()).MonthBars)
export const PayoutRuler = fetched(160, async () => (await charts()).PayoutRuler)

function fetched<Props extends object>(height: number, load: () => Promise<ComponentType<Props>>) {
  const Chart = lazy(async () => ({ default: await load() }))
  return function Fetched(props: Props) {
    return (
      <Suspense fallback={<Skeleton height={height} />}>
        <Chart {...props} />
      </Suspense>
    )
  }
}
