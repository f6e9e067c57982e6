import { groupIndian, paise } from '@bittkosh/contract/money'
import { dailyRegistrations, RANGE_MAX_DAYS } from '@bittkosh/contract/statistics'
import { addDays, dayOf } from '@bittkosh/contract/time'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Reading } from '../api/client.ts'
import { reading } from '../api/queries.ts'
import { BarChart } from '../kit/money/BarChart.tsx'
import { Card } from '../kit/page/Card.tsx'
import { cx } from '../kit/page/cx.ts'
import { dateText } from '../kit/page/dates.ts'
import { Figures } from '../kit/money/Figures.tsx'
import { Money, moneyText } from '../kit/money/Money.tsx'
import { Section } from '../kit/page/Page.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { useNow } from '../kit/page/useNow.ts'
import styles from './Dashboard.module.css'
import { type DayRange, labelEvery, lastDays } from './dashboardTimes.ts'

type RegistrationsProps = { range: DayRange; onRange: (range: DayRange) => void }

/** Registrations by day. If loading fails, that is only logged and the section says that there is nothing to show. */
export function Registrations({ range, onRange }: RegistrationsProps) {
  const { t } = useLingui()
  const query = useQuery({ ...reading(dailyRegistrations, { query: range }), placeholderData: keepPreviousData })
  useEffect(() => {
    if (query.error) console.error(query.error)
  }, [query.error])
  return (
    <Section title={t`Registrations`} action={<RangeChoice range={range} onRange={onRange} />}>
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
  const every = labelEvery(days.length)
  const group = (date: string, index: number, value: bigint) => ({
    key: date,
    label: every === 1 ? String(Number(date.slice(8))) : labelAt(index),
    fullLabel: dateText(date, 'date', i18n.locale),
    values: [value],
  })
  // The last labels would be cut off.
  const labelAt = (index: number) =>
    index % every === 0 && index <= days.length - every / 2 ? dateText(days[index]?.date ?? '', 'day', i18n.locale) : ''
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
      <div className={styles.charts}>
        <Card>
          <BarChart
            title={t`New users by day`}
            series={[t`New users`]}
            format={(value) => groupIndian(String(value))}
            groups={days.map((day, index) => group(day.date, index, BigInt(day.new_users)))}
          />
        </Card>
        <Card>
          <BarChart
            title={t`Deposits by day`}
            series={[t`Deposits`]}
            belowZero={t`Below the line: on that day more deposits were reversed than approved.`}
            format={(value) => moneyText(paise(value), { decimals: 0 })}
            groups={days.map((day, index) => group(day.date, index, day.deposits))}
          />
        </Card>
      </div>
    </>
  )
}

function RangeChoice({ range, onRange }: RegistrationsProps) {
  const { t } = useLingui()
  const now = useNow(60_000)
  const today = dayOf(now)
  // If the chosen day makes the range invalid, the other end moves along.
  const from = (start: string) => {
    const latest = addDays(start, RANGE_MAX_DAYS - 1)
    return onRange({ start, end: range.end < start ? start : range.end > latest ? latest : range.end })
  }
  const to = (end: string) => {
    const earliest = addDays(end, 1 - RANGE_MAX_DAYS)
    return onRange({ start: range.start > end ? end : range.start < earliest ? earliest : range.start, end })
  }
  return (
    <div className={styles.choice}>
      {[7, 30, 90].map((days) => {
        const { start, end } = lastDays(days, now)
        return (
          <button
            key={days}
            type="button"
            className={styles.preset}
            aria-pressed={range.start === start && range.end === end}
            onClick={() => onRange({ start, end })}
          >{t`${days} days`}</button>
        )
      })}
      <span className={styles.dates}>
        <TextInput
          dense
          type="date"
          aria-label={t({ message: 'From', context: 'days' })}
          value={range.start}
          max={today}
          onChange={(start) => start && from(start)}
        />
        <TextInput
          dense
          type="date"
          aria-label={t({ message: 'To', context: 'days' })}
          value={range.end}
          max={today}
          onChange={(end) => end && to(end)}
        />
      </span>
    </div>
  )
}
