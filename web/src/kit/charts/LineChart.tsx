import { type Paise, paise } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { scaleLinear } from 'd3-scale'
import { area, curveLinear, curveStepAfter, line } from 'd3-shape'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { Money, moneyText } from '../money/Money.tsx'
import { useHiddenAmounts } from '../money/hiddenAmounts.ts'
import { When } from '../page/When.tsx'
import { dateText, lookBeside } from '../page/dates.ts'
import styles from './Chart.module.css'
import { ChartFrame } from './ChartFrame.tsx'
import { shortRupees } from './shortRupees.ts'

const HEIGHT = 160 // px
const STRIP = 88 // px below it, of which the text takes the first 40

export type DayPoint = {
  date: string
  amount: Paise
  /** The total earned up to that day. */
  earned?: Paise
}

export type LineChartProps = {
  title: string
  /** The header of the amounts in the table. */
  amountLabel: string
  /** Earnings are drawn in a strip below and shown beside the amount. */
  earnedLabel?: string
  /** One point per day or at a constant distance of days, oldest first; at least two. */
  points: readonly DayPoint[]
  /** The projection after the last point: dashed, on a hatched background. */
  projection?: readonly DayPoint[]
  /** Steps for an amount that changes at once; a line for one that moves gradually. */
  look?: 'line' | 'steps'
  action?: ReactNode
}

/** An amount by day. Touch, the pointer or the arrow keys select a day, whose figure is shown above the line. */
export function LineChart({
  title,
  amountLabel,
  earnedLabel,
  points: past,
  projection = [],
  look = 'line',
  action,
}: LineChartProps) {
  const { t, i18n } = useLingui()
  const [hidden] = useHiddenAmounts()
  const [chosen, setChosen] = useState<number | null>(null)
  const points = [...past, ...projection]
  const today = past.length - 1
  const shown = Math.min(chosen ?? today, points.length - 1)
  const at = points[shown]
  if (at === undefined) return null

  const rupees = points.map(({ amount }) => Number(amount) / 100)
  const [low, high] = [Math.min(...rupees), Math.max(...rupees)]
  const y = scaleLinear()
    .domain(low > high / 2 && high > low ? [low, high] : [0, high || 1])
    .nice(3)
    .range([HEIGHT, 0])
  const ticks = y.ticks(3)
  const x = scaleLinear()
    .domain([0, points.length - 1])
    .range([0, 100])
  const curve = look === 'steps' ? curveStepAfter : curveLinear
  const draw = line<number>((_, index) => x(index), y).curve(curve)
  const fill = area<number>((_, index) => x(index), HEIGHT, y).curve(curve)
  const solid = rupees.slice(0, past.length)
  const ahead = line<number>((_, index) => x(today + index)).curve(curve)
  const expected = ahead.y(y)(rupees.slice(today)) ?? undefined
  const earned = points.map((point) => Number(point.earned ?? 0n) / 100)
  const height = earnedLabel === undefined ? HEIGHT : HEIGHT + STRIP
  const yEarned = scaleLinear([Math.min(...earned), Math.max(...earned, 0.01)], [height - 1, HEIGHT + 40])

  function move(event: PointerEvent<HTMLDivElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const nearest = Math.round(((event.clientX - left) / width) * (points.length - 1))
    setChosen(Math.max(0, Math.min(points.length - 1, nearest)))
  }

  function step(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowLeft: shown - 1,
      ArrowRight: shown + 1,
      PageUp: shown - 7,
      PageDown: shown + 7,
      Home: 0,
      End: points.length - 1,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    setChosen(Math.max(0, Math.min(points.length - 1, next)))
  }

  const isExpected = shown > today
  const [first, last] = [points[0]?.date ?? at.date, points.at(-1)?.date ?? at.date]
  const ends = lookBeside(first, last)
  const said = (sum: Paise) => (hidden ? t`Amount hidden` : moneyText(sum))
  const spoken = [
    `${dateText(at.date, 'date', i18n.locale)}: ${said(at.amount)}`,
    ...(earnedLabel === undefined ? [] : [`${earnedLabel} ${said(at.earned ?? paise(0n))}`]),
    ...(isExpected ? [t`expected`] : []),
  ]
  return (
    <ChartFrame
      title={title}
      action={action}
      readout={
        <>
          <Money amount={at.amount} hideable /> <When at={at.date} look="date" />
          {isExpected && ` · ${t`expected`}`}
          {earnedLabel !== undefined && (
            <span className={styles.second}>
              {earnedLabel} <Money amount={at.earned ?? paise(0n)} hideable />
            </span>
          )}
        </>
      }
      rows={points.toReversed()}
      rowKey={(point) => point.date}
      columns={[
        {
          key: 'date',
          header: t`Date`,
          cell: (point) => (
            <>
              <When at={point.date} look="date" />
              {projection.includes(point) && ` · ${t`expected`}`}
            </>
          ),
          onCard: 'title',
        },
        { key: 'amount', header: amountLabel, align: 'end', cell: (point) => <Money amount={point.amount} hideable /> },
        ...(earnedLabel === undefined
          ? []
          : [
              {
                key: 'earned',
                header: earnedLabel,
                align: 'end' as const,
                cell: (point: DayPoint) => <Money amount={point.earned ?? paise(0n)} hideable />,
              },
            ]),
      ]}
    >
      <div className={styles.plot}>
        {!hidden && (
          <div className={styles.axis} aria-hidden="true">
            {ticks.map((tick) => (
              <span key={tick} className={styles.tick} style={{ top: y(tick) }}>
                {shortRupees(tick, apart(ticks), i18n.locale)}
              </span>
            ))}
          </div>
        )}
        <div
          className={styles.area}
          style={{ height }}
          role="slider"
          tabIndex={0}
          aria-label={title}
          aria-valuemin={0}
          aria-valuemax={points.length - 1}
          aria-valuenow={shown}
          aria-valuetext={spoken.join(', ')}
          onPointerMove={move}
          onPointerDown={move}
          onPointerLeave={() => setChosen(null)}
          onKeyDown={step}
          onBlur={() => setChosen(null)}
        >
          {ticks.map((tick) => (
            <span key={tick} className={styles.rule} style={{ top: y(tick) }} />
          ))}
          {projection.length > 0 && <span className={styles.expected} style={{ left: `${x(today)}%` }} />}
          {earnedLabel !== undefined && (
            <span className={styles.rule} style={{ top: HEIGHT + 28 }}>
              <span className={styles.strip}>{earnedLabel}</span>
            </span>
          )}
          <svg viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden="true">
            <path d={fill(solid) ?? undefined} className={styles.fill} />
            <path d={draw(solid) ?? undefined} className={styles.line} />
            {projection.length > 0 && <path d={expected} className={styles.dashed} />}
            {earnedLabel !== undefined && (
              <>
                <path d={draw.y(yEarned)(earned.slice(0, past.length)) ?? undefined} className={styles.earned} />
                <path d={ahead.y(yEarned)(earned.slice(today)) ?? undefined} className={styles.earnedAhead} />
              </>
            )}
          </svg>
          {chosen !== null && <span className={styles.cursor} style={{ left: `${x(shown)}%` }} />}
          <span className={styles.dot} style={{ left: `${x(shown)}%`, top: y(rupees[shown] ?? 0) }} />
        </div>
        <div className={styles.ends} aria-hidden="true">
          <When at={first} look={ends} />
          <When at={last} look={ends} />
        </div>
      </div>
    </ChartFrame>
  )
}

function apart([first = 0, second = 0]: readonly number[]): number {
  return second - first
}
