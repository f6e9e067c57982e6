import { getPortfolioPayouts } from '@bittkosh/contract/portfolio'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { reading } from '../api/queries.ts'
import { PayoutRuler } from '../kit/charts/lazy.tsx'
import { Card } from '../kit/page/Card.tsx'

const DAYS = 90

export function usePayouts() {
  return useQuery(reading(getPortfolioPayouts, { query: { days: DAYS } }))
}

/** The payouts of the next 90 days, on a ruler. Shows nothing if there are none in that time. */
export function Payouts() {
  const { t } = useLingui()
  const { data: payouts } = usePayouts()
  if (!payouts || payouts.data.length === 0) return null
  return (
    <Card>
      <PayoutRuler title={t`Payouts in the next 90 days`} today={payouts.today} days={DAYS} payouts={payouts.data} />
    </Card>
  )
}
