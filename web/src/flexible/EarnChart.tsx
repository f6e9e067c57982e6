import type { Reply } from '@bittkosh/contract/endpoint'
import { type FlexibleDay, getFlexibleDays, settle } from '@bittkosh/contract/flexible'
import { add, type Paise, type Ppm, subtract } from '@bittkosh/contract/money'
import { addDays, daysBetween } from '@bittkosh/contract/time'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { reading } from '../api/queries.ts'
import { Segmented } from '../kit/actions/Segmented.tsx'
import { type DayPoint, LineChart } from '../kit/charts/lazy.tsx'
import { Card } from '../kit/page/Card.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'

const PLACE = 458 // px of the card

type Account = Reply<typeof getFlexibleDays>

/**
 * The account by day in steps with its interest, and the projection of both if nothing is moved, on a hatched background. `rate` is
 * that of the days to come.
 */
export function EarnChart({ balance, rate }: { balance: Paise; rate: Ppm }) {
  const { t } = useLingui()
  const [days, setDays] = useState('30')
  const query = days === 'all' ? {} : { days: Number(days) }
  const wanted = { ...reading(getFlexibleDays, { query }), placeholderData: (before?: Account) => before }
  const history = useQuery(wanted)
  const account = history.data
  const title = t`Balance by day`
  const range = (
    <Segmented
      label={t`Range`}
      value={days}
      onChange={setDays}
      options={[
        { value: '7', label: t`7 days` },
        { value: '30', label: t`30 days` },
        { value: 'all', label: t({ message: 'All', context: 'of a time' }) },
      ]}
    />
  )
  if (history.isPending && balance > 0n) return <Skeleton height={PLACE} />
  if (history.isError && !account)
    return (
      <Card title={title} aside={range}>
        <FailedState
          message={failureMessage(history.error, t`Failed to load flexible investment data`)}
          retry={history}
        />
      </Card>
    )
  if (!account?.data.some(({ balance }) => balance > 0n)) return null
  return (
    <Card>
      <LineChart
        title={title}
        amountLabel={t`Balance`}
        earnedLabel={t`Interest so far`}
        look="steps"
        points={account.data.map(pointOf)}
        projection={expectedOf(account.data, rate).map(pointOf)}
        action={range}
      />
    </Card>
  )
}

function pointOf({ date, balance, interest }: FlexibleDay): DayPoint {
  return { date, amount: balance, earned: interest }
}

/** The projection: a third as many points as the past has, at the same distance. */
function expectedOf(past: readonly FlexibleDay[], rate: Ppm): FlexibleDay[] {
  const [before, now] = past.slice(-2)
  if (!before || !now || now.balance === 0n) return []
  const everyDays = daysBetween(before.date, now.date)
  const start = { balance: now.balance, carried: 0n, settledThrough: now.date, lowDay: '', low: now.balance }
  const { days } = settle(start, addDays(now.date, everyDays * Math.ceil(past.length / 3)), () => rate)
  return days
    .filter((_, index) => (index + 1) % everyDays === 0)
    .map(({ day, balanceAfter }) => ({
      date: day,
      balance: balanceAfter,
      interest: add(now.interest, subtract(balanceAfter, now.balance)),
    }))
}
