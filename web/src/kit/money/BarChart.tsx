import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useId, useState } from 'react'
import styles from './BarChart.module.css'
import { Button } from '../actions/Button.tsx'
import { Table } from '../lists/Table.tsx'

const heightPx = 200

export type BarGroup = {
  key: string
  /** Below the bars: '21'. */
  label: string
  /** In the table and the tooltip: '21 Nov 2026'. */
  fullLabel: string
  /** One figure per series, null if there is none; only their proportion is drawn. A negative one is drawn below the line. */
  values: readonly (bigint | null)[]
  /** The number of items in each figure, shown beside it. */
  counts?: readonly number[]
}

type BarChartProps<G extends BarGroup> = {
  title: string
  /** Up to three; the second is hatched and the third hollow, so that colour is not needed to tell them apart. */
  series: readonly [string] | readonly [string, string] | readonly [string, string, string]
  groups: readonly G[]
  format: (value: bigint) => string
  /** The meaning of a bar below the line, shown if there is one. */
  belowZero?: string
  /** Makes the bars buttons: opens what a bar stands for. */
  onOpen?: ((group: G) => void) | undefined
}

/** Bars of 200 px in plain SVG with the same figures as a table, one click away. */
export function BarChart<G extends BarGroup>({ title, series, groups, format, belowZero, onOpen }: BarChartProps<G>) {
  const { t } = useLingui()
  const [asTable, setAsTable] = useState(false)
  const hasNegative = groups.some((group) => group.values.some((value) => value !== null && value < 0n))
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.head}>
        <span className={styles.title}>{title}</span>
        <span className={styles.legend}>
          {series.map((name, index) => (
            <span key={name} className={styles.key}>
              <svg width="12" height="12" aria-hidden="true">
                {index === 2 ? (
                  <rect x="1" y="1" width="10" height="10" rx="2" className={styles.back} />
                ) : (
                  <rect width="12" height="12" rx="2" className={index === 0 ? styles.in : styles.out} />
                )}
                {index === 1 && <path d="M-1 7 7-1M2 13 13 2" className={styles.hatch} />}
              </svg>
              {name}
            </span>
          ))}
        </span>
        <Button variant="quiet" size="dense" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? t`Show as chart` : t`Show as table`}
        </Button>
      </figcaption>
      {asTable ? (
        <Table
          inside
          caption={title}
          rows={groups}
          rowKey={(group) => group.key}
          columns={[
            {
              key: 'day',
              header: t`Date`,
              onCard: 'title',
              cell: (group) =>
                onOpen ? (
                  <Button variant="quiet" size="dense" onClick={() => onOpen(group)}>
                    {group.fullLabel}
                  </Button>
                ) : (
                  group.fullLabel
                ),
            },
            ...series.map((name, index) => ({
              key: name,
              header: name,
              align: 'end' as const,
              cell: (group: G) => countedText(group, index, format),
            })),
          ]}
        />
      ) : (
        <Bars title={title} series={series} groups={groups} format={format} onOpen={onOpen} />
      )}
      {hasNegative && belowZero !== undefined && <p className={styles.below}>{belowZero}</p>}
    </figure>
  )
}

function Bars<G extends BarGroup>({ title, series, groups, format, onOpen }: Omit<BarChartProps<G>, 'belowZero'>) {
  const { t } = useLingui()
  const hatchId = useId()
  const values = groups.flatMap((group) => group.values).filter((value) => value !== null)
  const largest = roundUp(values.reduce((max, value) => (value > max ? value : max), 0n))
  const lowest = -roundUp(-values.reduce((min, value) => (value < min ? value : min), 0n))
  const px = pixels(largest - lowest)
  const zero = lowest === 0n ? heightPx : px(largest)
  const slot = 100 / Math.max(groups.length, 1)
  const bar = (slot * 0.7) / series.length
  const looks = [{ className: styles.in }, { fill: `url(#${hatchId})` }, { className: styles.back }]
  return (
    <div className={styles.plot}>
      <span className={styles.largest}>{format(largest)}</span>
      <svg
        width="100%"
        height={heightPx}
        role="img"
        aria-label={t`${title}. The same figures are available as a table.`}
      >
        <defs>
          <pattern id={hatchId} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="6" height="6" className={styles.out} />
            <path d="M0 0v6" className={styles.hatch} />
          </pattern>
        </defs>
        <path d={`M0 .5h4000M0 ${zero / 2}h4000`} className={styles.rule} />
        {lowest < 0n && <path d={`M0 ${heightPx - 0.5}h4000`} className={styles.rule} />}
        {groups.map((group, index) =>
          group.values.map((value, position) => {
            if (value === null) return null
            const height = px(value < 0n ? -value : value)
            return (
              <rect
                key={`${group.key}-${series[position]}`}
                x={`${slot * index + slot * 0.15 + bar * position}%`}
                y={value < 0n ? zero : zero - height}
                width={`${bar}%`}
                height={height}
                rx="1"
                {...looks[position]}
              >
                <title>
                  {group.fullLabel}: {series[position]} {format(value)}
                </title>
              </rect>
            )
          }),
        )}
        <path d={`M0 ${zero === heightPx ? heightPx - 0.5 : zero}h4000`} className={styles.ground} />
      </svg>
      <Columns series={series} groups={groups} format={format} onOpen={onOpen} />
      {lowest < 0n && <span className={styles.lowest}>{format(lowest)}</span>}
      <div className={styles.labels} aria-hidden="true">
        {groups.map((group) => (
          <span key={group.key}>{group.label}</span>
        ))}
      </div>
    </div>
  )
}

/**
 * Over each group's bars: its figures are shown while the pointer or the focus is there. One column is a tab stop, and the arrow
 * keys go on from it.
 */
function Columns<G extends BarGroup>({
  series,
  groups,
  format,
  onOpen,
}: Omit<BarChartProps<G>, 'title' | 'belowZero'>) {
  const [at, setAt] = useState<number | null>(null)
  const [stop, setStop] = useState(groups.length - 1)
  const shown = at === null ? undefined : groups[at]

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const next = {
      ArrowLeft: event.currentTarget.previousElementSibling,
      ArrowRight: event.currentTarget.nextElementSibling,
    }[event.key]
    if (next instanceof HTMLElement) next.focus()
  }

  return (
    <>
      <p className={styles.readout} aria-hidden="true">
        {shown && wordsOf(shown, series, format)}
      </p>
      <div className={styles.columns}>
        {groups.map((group, index) => {
          const column = {
            'aria-label': wordsOf(group, series, format),
            tabIndex: index === Math.min(stop, groups.length - 1) ? 0 : -1,
            onKeyDown,
            onFocus: () => {
              setStop(index)
              setAt(index)
            },
            onBlur: () => setAt(null),
            onPointerEnter: () => setAt(index),
            onPointerLeave: () => setAt(null),
          }
          return onOpen ? (
            <button key={group.key} type="button" {...column} onClick={() => onOpen(group)} />
          ) : (
            <span key={group.key} role="img" {...column} />
          )
        })}
      </div>
    </>
  )
}

/** The next round figure at or above a value: the axis for 6,30,951 ends at 8,00,000. */
function roundUp(value: bigint): bigint {
  let unit = 1n
  while (unit * 10n <= value) unit *= 10n
  return [0n, 1n, 2n, 3n, 4n, 5n, 6n, 8n].map((times) => times * unit).find((round) => round >= value) ?? unit * 10n
}

/** '21 Nov 2026: Deposits ₹5,000 (3), Withdrawals ₹1,000 (1)'. */
function wordsOf(group: BarGroup, series: readonly string[], format: (value: bigint) => string) {
  const figures = series.map((name, at) => `${name} ${countedText(group, at, format)}`)
  return `${group.fullLabel}: ${figures.join(', ')}`
}

/** '₹5,000 (3)'; '–' for a figure that doesn't exist. */
function countedText({ values, counts }: BarGroup, at: number, format: (value: bigint) => string): string {
  const value = values[at] ?? null
  return `${value === null ? '–' : format(value)}${counts ? ` (${counts[at] ?? 0})` : ''}`
}

/** The height of a figure if `span` fills the plot; anything but zero is at least one pixel high. */
function pixels(span: bigint): (value: bigint) => number {
  return (value) => (value === 0n ? 0 : Math.max(1, Number((value * BigInt(heightPx)) / span)))
}
