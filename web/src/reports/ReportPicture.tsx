import { groupIndian, paise } from '@bittkosh/contract/money'
import { type AnyRow, type ReportName, shapeOf, type Unit } from '@bittkosh/contract/reports'
import { useLingui } from '@lingui/react/macro'
import { BarChart } from '../kit/money/BarChart.tsx'
import { moneyText } from '../kit/money/Money.tsx'
import { Card } from '../kit/page/Card.tsx'
import { dateText } from '../kit/page/dates.ts'
import { barsOf, pictureUnit } from './rows.ts'
import { useReportWords } from './words.ts'

/** The report by month as bars. */
export function ReportPicture({ report, rows }: { report: ReportName; rows: readonly AnyRow[] }) {
  const { i18n } = useLingui()
  const words = useReportWords()[report]
  const names: Readonly<Record<string, string>> = words.series
  const [first = '', ...others] = Object.keys(shapeOf(report).picture.series).map((series) => names[series] ?? series)
  const unit = pictureUnit(report)
  return (
    <Card>
      <BarChart
        title={words.picture}
        series={[first, ...others] as [string, string, string]} // of at most three, distinguished by their patterns
        {...('belowZero' in words && { belowZero: words.belowZero })}
        format={(value) => figure(value, unit)}
        groups={barsOf(report, rows).map(({ month, values }) => ({
          key: month,
          label: dateText(month, 'monthShort', i18n.locale),
          fullLabel: dateText(month, 'month', i18n.locale),
          values,
        }))}
      />
    </Card>
  )
}

function figure(value: bigint, unit: Unit | undefined): string {
  if (unit === 'share') return `${Number(value) / 10}%`
  return unit === 'count' ? groupIndian(String(value)) : moneyText(paise(value), { decimals: 0 })
}
