import { paise } from '@bittkosh/contract/money'
import type { monthlyTotals } from '@bittkosh/contract/statistics'
import { useLingui } from '@lingui/react/macro'
import type { Reading } from '../api/client.ts'
import { BarChart } from '../kit/money/BarChart.tsx'
import { Card } from '../kit/page/Card.tsx'
import { cx } from '../kit/page/cx.ts'
import { Figures } from '../kit/money/Figures.tsx'
import { Money, moneyText } from '../kit/money/Money.tsx'
import { Section } from '../kit/page/Page.tsx'
import styles from './Dashboard.module.css'
import type { DayRange } from './dashboardTimes.ts'
import { periodBars } from './periodBars.ts'

type Totals = Reading<typeof monthlyTotals>['monthly_totals']

type MonthlyTotalsProps = {
  totals: Totals
  /** The totals of the previous range are still shown. */
  stale: boolean
  /** A bar was clicked: its day or week. */
  onDays: (days: DayRange) => void
}

/** Money in and out, in total and by day. */
export function MonthlyTotals({ totals, stale, onDays }: MonthlyTotalsProps) {
  const { t } = useLingui()
  return (
    <Section title={t`Money in and out`}>
      <div className={cx(styles.blocks, stale && styles.stale)} aria-busy={stale}>
        <Figures
          items={[
            { label: t`Deposits`, value: <Money amount={totals.total_deposits} decimals={0} /> },
            { label: t`Withdrawals`, value: <Money amount={totals.total_withdrawals} decimals={0} /> },
            ...(totals.total_returned_withdrawals > 0n
              ? [
                  {
                    label: t`Returned by banks`,
                    value: <Money amount={totals.total_returned_withdrawals} decimals={0} />,
                  },
                ]
              : []),
            { label: t`Net flow`, value: <Money amount={totals.total_net_flow} decimals={0} change="plain" /> },
            { label: t`Pending deposits`, value: <Money amount={totals.total_pending_deposits} decimals={0} /> },
            { label: t`Pending withdrawals`, value: <Money amount={totals.total_pending_withdrawals} decimals={0} /> },
          ]}
        />
        <Card>
          <DailyChart totals={totals} onDays={onDays} />
        </Card>
      </div>
    </Section>
  )
}

function DailyChart({ totals, onDays }: Pick<MonthlyTotalsProps, 'totals' | 'onDays'>) {
  const { t, i18n } = useLingui()
  const someReturned = totals.daily_data.some(({ returned }) => returned.total_amount > 0n)
  const shown = ({ deposits, withdrawals, returned }: Totals['daily_data'][number]) => [
    deposits,
    withdrawals,
    ...(someReturned ? [returned] : []),
  ]
  const bars = periodBars(
    totals.daily_data,
    i18n.locale,
    (day) => shown(day).map(({ total_amount: sum }) => sum),
    (day) => shown(day).map(({ count }) => count),
  )
  return (
    <BarChart
      title={
        bars.length === totals.daily_data.length
          ? t`Deposits and withdrawals by day`
          : t`Deposits and withdrawals by week`
      }
      series={someReturned ? [t`Deposits`, t`Withdrawals`, t`Returned by banks`] : [t`Deposits`, t`Withdrawals`]}
      belowZero={t`Below the line: on that day more deposits were reversed than approved.`}
      format={(value) => moneyText(paise(value), { decimals: 0 })}
      groups={bars}
      onOpen={({ days }) => onDays(days)}
    />
  )
}
