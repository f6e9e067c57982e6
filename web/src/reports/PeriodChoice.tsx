import { financialYearName, financialYearOf, type Period } from '@bittkosh/contract/financialYears'
import { useLingui } from '@lingui/react/macro'
import { Select } from '../kit/forms/Select.tsx'
import { dateText } from '../kit/page/dates.ts'
import { monthsOfPeriod, type NamedPeriod, nameOf } from './periods.ts'

type PeriodChoiceProps = { period: Period; today: string; onChoose: (period: Period) => void }

/** The months of a report; if the address has another range, it is an option as long as it is shown. */
export function PeriodChoice({ period, today, onChoose }: PeriodChoiceProps) {
  const { t, i18n } = useLingui()
  const year = financialYearOf(today)
  const thisYear = financialYearName(year)
  const lastYear = financialYearName(year - 1)
  const chosen = nameOf(period, today)
  const options: { value: NamedPeriod | 'other'; label: string }[] = [
    { value: 'months_6', label: t`Last 6 months` },
    { value: 'months_12', label: t`Last 12 months` },
    { value: 'months_24', label: t`Last 24 months` },
    { value: 'year', label: t`Financial year ${thisYear}, so far` },
    { value: 'last_year', label: t`Financial year ${lastYear}` },
  ]
  const [from, to] = [period.from, period.to].map((day) => dateText(day, 'month', i18n.locale))
  return (
    <Select
      dense
      aria-label={t`Months`}
      value={chosen ?? 'other'}
      options={chosen === null ? [...options, { value: 'other', label: `${from} – ${to}` }] : options}
      onChange={(name) => {
        if (name !== 'other') onChoose(monthsOfPeriod(name, today))
      }}
    />
  )
}
