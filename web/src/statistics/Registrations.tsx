import { groupIndian } from '@bittkosh/contract/money'
import { dailyRegistrations } from '@bittkosh/contract/statistics'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Reading } from '../api/client.ts'
import { reading } from '../api/queries.ts'
import { BarChart } from '../kit/money/BarChart.tsx'
import { Card } from '../kit/page/Card.tsx'
import { cx } from '../kit/page/cx.ts'
import { Figures } from '../kit/money/Figures.tsx'
import { Money, moneyText } from '../kit/money/Money.tsx'
import { Section } from '../kit/page/Page.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import styles from './Dashboard.module.css'
import type { DayRange } from './dashboardTimes.ts'
import { periodBars } from './periodBars.ts'

/** Registrations by day. A failure to load is only logged, and the section shows that there is nothing to show. */
export function Registrations({ range }: { range: DayRange }) {
  const { t } = useLingui()
  const query = useQuery({ ...reading(dailyRegistrations, { query: range }), placeholderData: keepPreviousData })
  useEffect(() => {
    if (query.error) console.error(query.error)
  }, [query.error])
  return (
    <Section title={t`Registrations`}>
      {query.data ? (
        <div className={cx(styles.blocks, query.isPlaceholderData && styles.stale)} aria-busy={query.isPlaceholderData}>
          <RegistrationFigures registrations={query.data} />
        </div>
      ) : query.isError ? (
        <p className={styles.soft}>{t`There are no figures to show right now.`}</p>
      ) : (
        <SkeletonRows rows={2} height={160} />
      )}
    </Section>
  )
}

function RegistrationFigures({ registrations }: { registrations: Reading<typeof dailyRegistrations> }) {
  const { t, i18n } = useLingui()
  const { totals, daily_data: days } = registrations
  const bars = periodBars(days, i18n.locale, (day) => [BigInt(day.new_users)])
  return (
    <>
      <Figures
        items={[
          {
            label: t`New users`,
            value: groupIndian(String(totals.total_new_users)),
            note: t`${totals.average_daily_users} a day`,
          },
          {
            label: t`Approved deposits`,
            value: <Money amount={totals.total_deposits} decimals={0} />,
            note: t`${moneyText(totals.average_daily_deposits, { decimals: 0 })} a day`,
          },
          { label: t`Number of deposits`, value: groupIndian(String(totals.total_deposit_count)) },
        ]}
      />
      <Card>
        <BarChart
          title={bars.length === days.length ? t`New users by day` : t`New users by week`}
          series={[t`New users`]}
          format={(value) => groupIndian(String(value))}
          groups={bars}
        />
      </Card>
    </>
  )
}
