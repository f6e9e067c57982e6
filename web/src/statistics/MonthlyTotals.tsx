import { paise } from '@bittkosh/contract/money'
import type { monthlyTotals } from '@bittkosh/contract/statistics'
import { dayOf } from '@bittkosh/contract/time'
import { useLingui } from '@lingui/react/macro'
import type { Reading } from '../api/client.ts'
import { BarChart } from '../kit/money/BarChart.tsx'
import { Card } from '../kit/page/Card.tsx'
import { cx } from '../kit/page/cx.ts'
import { dateText } from '../kit/page/dates.ts'
import { Figures } from '../kit/money/Figures.tsx'
import { Money, moneyText } from '../kit/money/Money.tsx'
import { Section } from '../kit/page/Page.tsx'
import { Select } from '../kit/forms/Select.tsx'
import { useNow } from '../kit/page/useNow.ts'
import styles from './Dashboard.module.css'
import type { Month } from './dashboardTimes.ts'

type Totals = Reading<typeof monthlyTotals>['monthly_totals']

type MonthlyTotalsProps = {
  totals: Totals
  /** The chosen month; `totals` may still be those of the previous one. */
  month: Month
  stale: boolean
  onMonth: (month: Month) => void
}

/** What came in and went out in a month, in all and by day. */
export function MonthlyTotals({ totals, month, stale, onMonth }: MonthlyTotalsProps) {
  const { t } = useLingui()
  return (
    <Section title={t`Monthly totals`} action={<MonthChoice month={month} onMonth={onMonth} />}>
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
          <DailyChart totals={totals} />
        </Card>
      </div>
    </Section>
  )
}

function DailyChart({ totals }: { totals: Totals }) {
  const { t, i18n } = useLingui()
  const someReturned = totals.daily_data.some(({ returned }) => returned.total_amount > 0n)
  return (
    <BarChart
      title={t`Deposits and withdrawals by day`}
      series={someReturned ? [t`Deposits`, t`Withdrawals`, t`Returned by banks`] : [t`Deposits`, t`Withdrawals`]}
      belowZero={t`Below the line: on that day more deposits were reversed than approved.`}
      format={(value) => moneyText(paise(value), { decimals: 0 })}
      groups={totals.daily_data.map(({ date, deposits, withdrawals, returned }) => ({
        key: date,
        label: String(Number(date.slice(8))),
        fullLabel: dateText(date, 'date', i18n.locale),
        values: [deposits.total_amount, withdrawals.total_amount, ...(someReturned ? [returned.total_amount] : [])],
      }))}
    />
  )
}

const firstYear = 2024 // the program has no older data

function MonthChoice({ month, onMonth }: { month: Month; onMonth: (month: Month) => void }) {
  const { t, i18n } = useLingui()
  const thisYear = Number(dayOf(useNow(60_000)).slice(0, 4))
  const [first, last] = [Math.min(firstYear, month.year), Math.max(thisYear, month.year)]
  const years = Array.from({ length: last - first + 1 }, (_, back) => String(last - back))
  const months = Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1),
    label: dateText(`2026-${String(index + 1).padStart(2, '0')}-01`, 'monthName', i18n.locale),
  }))
  return (
    <div className={styles.choice}>
      <Select
        dense
        aria-label={t`Month`}
        value={String(month.month)}
        options={months}
        onChange={(chosen) => onMonth({ year: month.year, month: Number(chosen) })}
      />
      <Select
        dense
        aria-label={t`Year`}
        value={String(month.year)}
        options={years.map((year) => ({ value: year, label: year }))}
        onChange={(chosen) => onMonth({ year: Number(chosen), month: month.month })}
      />
    </div>
  )
}
