import type { Paise } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { scaleLinear } from 'd3-scale'
import { useState } from 'react'
import { Money } from '../money/Money.tsx'
import { When } from '../page/When.tsx'
import styles from './Chart.module.css'
import { ChartFrame } from './ChartFrame.tsx'

const HALF = 36 // px above and below the ground line

export type Month = { month: string; in: Paise; out: Paise }

/** Money in and out by month: thin bars above and below one line. A month's figures show when it is selected. */
export function MonthBars({ title, months }: { title: string; months: readonly Month[] }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = months.find(({ month }) => month === chosen) ?? months.at(-1)
  const largest = Math.max(1, ...months.flatMap((month) => [Number(month.in), Number(month.out)]))
  const height = scaleLinear([0, largest], [0, HALF])
  return (
    <ChartFrame
      title={title}
      readout={
        shown && (
          <>
            <When at={shown.month} look="month" />: {t`In`} <Money amount={shown.in} hideable /> · {t`Out`}{' '}
            <Money amount={shown.out} hideable />
          </>
        )
      }
      rows={months.toReversed()}
      rowKey={({ month }) => month}
      columns={[
        { key: 'month', header: t`Month`, cell: ({ month }) => <When at={month} look="month" />, onCard: 'title' },
        { key: 'in', header: t`In`, align: 'end', cell: (month) => <Money amount={month.in} hideable /> },
        { key: 'out', header: t`Out`, align: 'end', cell: (month) => <Money amount={month.out} hideable /> },
      ]}
    >
      <div className={styles.months}>
        {months.map((month) => (
          <button
            key={month.month}
            type="button"
            className={styles.month}
            aria-pressed={month === shown}
            onClick={() => setChosen(month.month)}
          >
            <svg width="100%" height={HALF * 2} aria-hidden="true">
              <rect
                x="30%"
                width="40%"
                y={HALF - height(Number(month.in))}
                height={height(Number(month.in))}
                className={styles.in}
              />
              <rect x="30%" width="40%" y={HALF} height={height(Number(month.out))} className={styles.out} />
              <path d={`M0 ${HALF}h400`} className={styles.ground} />
            </svg>
            <When at={month.month} look="monthShort" />
          </button>
        ))}
      </div>
    </ChartFrame>
  )
}
