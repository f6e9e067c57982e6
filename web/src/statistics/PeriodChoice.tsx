import { RANGE_MAX_DAYS } from '@bittkosh/contract/statistics'
import { addDays, dayOf, isDay } from '@bittkosh/contract/time'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { useTypedDay } from '../kit/forms/useTypedDay.ts'
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
        <DayInput label={t({ message: 'From', context: 'days' })} day={range.start} max={today} onDay={from} />
        <DayInput label={t({ message: 'To', context: 'days' })} day={range.end} max={today} onDay={to} />
      </span>
    </div>
  )
}

type DayInputProps = { label: string; day: string; max: string; onDay: (chosen: string) => void }

/** One end of the range. While its year is being typed it is no day yet, and the range stays. */
function DayInput({ label, day, max, onDay }: DayInputProps) {
  const typed = useTypedDay(day, (chosen) => isDay(chosen) && onDay(chosen))
  return <TextInput dense type="date" aria-label={label} max={max} {...typed} />
}
