import { RANGE_MAX_DAYS } from '@bittkosh/contract/statistics'
import { addDays, dayOf } from '@bittkosh/contract/time'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { useNow } from '../kit/page/useNow.ts'
import styles from './Dashboard.module.css'
import { type DayRange, lastDays, lastMonth, thisMonth } from './dashboardTimes.ts'

type PeriodChoiceProps = { range: DayRange; onRange: (range: DayRange) => void }

/** The range of days for everything below it. */
export function PeriodChoice({ range, onRange }: PeriodChoiceProps) {
  const { t } = useLingui()
  const now = useNow(60_000)
  const today = dayOf(now)
  // If the chosen day makes the range invalid, the other end moves along.
  const from = (start: string) => {
    const latest = addDays(start, RANGE_MAX_DAYS - 1)
    onRange({ start, end: range.end < start ? start : range.end > latest ? latest : range.end })
  }
  const to = (end: string) => {
    const earliest = addDays(end, 1 - RANGE_MAX_DAYS)
    onRange({ start: range.start > end ? end : range.start < earliest ? earliest : range.start, end })
  }
  const day = (label: string, value: string, onDay: (chosen: string) => void) => (
    <TextInput
      dense
      type="date"
      aria-label={label}
      value={value}
      max={today}
      onChange={(chosen) => chosen && onDay(chosen)}
    />
  )
  const presets = [
    { label: t`This month`, range: thisMonth(now) },
    { label: t`Last month`, range: lastMonth(now) },
    ...[7, 30, 90].map((days) => ({ label: t`${days} days`, range: lastDays(days, now) })),
  ]
  return (
    <div className={styles.choice} role="group" aria-label={t`Period`}>
      {presets.map((preset) => (
        <button
          key={preset.label}
          type="button"
          className={styles.preset}
          aria-pressed={range.start === preset.range.start && range.end === preset.range.end}
          onClick={() => onRange(preset.range)}
        >
          {preset.label}
        </button>
      ))}
      <span className={styles.dates}>
        {day(t({ message: 'From', context: 'days' }), range.start, from)}
        {day(t({ message: 'To', context: 'days' }), range.end, to)}
      </span>
    </div>
  )
}
