import { getWalletMonths, type WalletMonth } from '@bittkosh/contract/portfolio'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { reading } from '../api/queries.ts'
import { MonthBars } from '../kit/charts/lazy.tsx'
import { Card } from '../kit/page/Card.tsx'

export function useMonths() {
  return useQuery(reading(getWalletMonths, { query: { months: 6 } }))
}

/** Money into and out of the wallet by month; nothing if nothing ever moved. */
export function Months({ months }: { months: readonly WalletMonth[] }) {
  const { t } = useLingui()
  if (!months.some((month) => month.in + month.out > 0n)) return null
  return (
    <Card>
      <MonthBars title={t`In and out by month`} months={months} />
    </Card>
  )
}
