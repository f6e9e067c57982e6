import { growth } from '@bittkosh/contract/flexible'
import type { Ppm } from '@bittkosh/contract/money'
import { getPortfolioHistory } from '@bittkosh/contract/portfolio'
import { addDays } from '@bittkosh/contract/time'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reading } from '../api/queries.ts'
import { Segmented } from '../kit/actions/Segmented.tsx'
import { type DayPoint, LineChart } from '../kit/charts/lazy.tsx'
import { Card } from '../kit/page/Card.tsx'

/** The account by day in steps, and what it grows to if nothing is moved, on a hatched ground. */
export function EarnChart({ rate }: { rate: Ppm }) {
  const { t } = useLingui()
  const [days, setDays] = useState('30')
  const wanted = reading(getPortfolioHistory, { query: { days: Number(days) } })
  const { data: history } = useQuery({ ...wanted, placeholderData: (before) => before })
  const points = history?.data.map(({ date, flexible }) => ({ date, amount: flexible }))
  if (!points?.some(({ amount }) => amount > 0n)) return null
  return (
    <Card>
      <LineChart
        title={t`Balance by day`}
        amountLabel={t`Balance`}
        look="steps"
        points={points}
        projection={expectedOf(points.at(-1), rate, Math.ceil(Number(days) / 3))}
        action={
          <Segmented
            label={t`Range`}
            value={days}
            onChange={setDays}
            options={[
              { value: '7', label: t`7 days` },
              { value: '30', label: t`30 days` },
              { value: '365', label: t`A year` },
            ]}
          />
        }
      />
    </Card>
  )
}

function expectedOf(now: DayPoint | undefined, rate: Ppm, days: number): DayPoint[] {
  if (!now || now.amount === 0n) return []
  return Array.from({ length: days }, (_, index) => ({
    date: addDays(now.date, index + 1),
    amount: growth({ amount: now.amount, rate, days: index + 1 }),
  }))
}
