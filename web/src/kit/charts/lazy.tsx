import { type ComponentType, lazy, Suspense } from 'react'
import { Skeleton } from '../page/Skeleton.tsx'

export type { DayPoint } from './LineChart.tsx'

/** The charts, fetched as one file where the first of them shows; until then its place is kept. */
export const LineChart = fetched(240, async () => (await import('./LineChart.tsx')).LineChart)
export const MonthBars = fetched(150, async () => (await import('./MonthBars.tsx')).MonthBars)
export const PayoutRuler = fetched(160, async () => (await import('./PayoutRuler.tsx')).PayoutRuler)

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
