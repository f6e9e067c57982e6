import { getWalletMonths, type WalletMonth } from '@bittkosh/contract/portfolio'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { reading } from '../api/queries.ts'
import { MONTH_BARS_HEIGHT, MonthBars } from '../kit/charts/lazy.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'

export function useMonths() {
  return useQuery(reading(getWalletMonths, { query: { months: 6 } }))
}

/** Money into and out of the wallet by month, or its space while it is loading; nothing if nothing ever moved. */
export function Months({ months }: { months: readonly WalletMonth[] | undefined }) {
  const { t } = useLingui()
  if (months && !months.some((month) => month.in + month.out > 0n)) return null
  return (
    <Card>
      {months ? <MonthBars title={t`In and out by month`} months={months} /> : <Skeleton height={MONTH_BARS_HEIGHT} />}
    </Card>
  )
}
