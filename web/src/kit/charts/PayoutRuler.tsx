import { add, type Paise } from '@bittkosh/contract/money'
import { addMonths, daysBetween, monthOf } from '@bittkosh/contract/time'
import { useLingui } from '@lingui/react/macro'
import { scaleLinear } from 'd3-scale'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { Money, moneyText } from '../money/Money.tsx'
import { useHiddenAmounts } from '../money/hiddenAmounts.ts'
import { When } from '../page/When.tsx'
import { dateText } from '../page/dates.ts'
import styles from './Chart.module.css'
import { ChartFrame } from './ChartFrame.tsx'

export type RulerPayout = { id: number; name: string; date: string; amount: Paise }

type PayoutRulerProps = {
  title: string
  today: string
  /** How many days the ruler shows. */
  days: number
  /** In order of their days; what was due before today is shown at today. */
  payouts: readonly RulerPayout[]
}

/** The days ahead as a ruler with a tick for each day that pays; payouts of one day share a tick. */
export function PayoutRuler({ title, today, days, payouts }: PayoutRulerProps) {
  const { t, i18n } = useLingui()
  const [hidden] = useHiddenAmounts()
  const [chosen, setChosen] = useState(0)
  const ticks = byDay(payouts, today)
  const shown = ticks[Math.min(chosen, ticks.length - 1)]
  if (!shown) return null
  const x = scaleLinear([0, days], [1, 98]) // percent, so that the first and last ticks stay inside
  const place = (date: string) => x(daysBetween(today, date))
  const dated = withRoom(ticks, ({ date }) => (date === today ? null : place(date)))
  const months = [1, 2, 3, 4, 5, 6]
    .map((n) => addMonths(monthOf(today), n))
    .filter((month) => place(month) > 12 && place(month) < 96)

  function choose(event: PointerEvent<HTMLDivElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const at = ((event.clientX - left) / width) * 100
    const distance = ticks.map((tick) => Math.abs(place(tick.date) - at))
    setChosen(distance.indexOf(Math.min(...distance)))
  }

  function step(event: KeyboardEvent) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    setChosen((now) => Math.max(0, Math.min(ticks.length - 1, now + by)))
  }

  const names = shown.payouts.map(({ name }) => name).join(', ')
  return (
    <ChartFrame
      title={title}
      readout={
        <>
          <Money amount={shown.amount} hideable />{' '}
          {shown.date === today ? t`ready now` : <When at={shown.date} look="date" />} · {names}
        </>
      }
      rows={payouts}
      rowKey={({ id }) => String(id)}
      columns={[
        { key: 'date', header: t`Date`, cell: ({ date }) => <When at={date} look="date" />, onCard: 'title' },
        { key: 'plan', header: t`Plan`, cell: ({ name }) => name },
        { key: 'amount', header: t`Pays`, align: 'end', cell: ({ amount }) => <Money amount={amount} hideable /> },
      ]}
    >
      <div
        className={styles.ruler}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={1}
        aria-valuemax={ticks.length}
        aria-valuenow={ticks.indexOf(shown) + 1}
        aria-valuetext={`${dateText(shown.date, 'date', i18n.locale)}: ${hidden ? t`Amount hidden` : moneyText(shown.amount)}, ${names}`}
        onPointerMove={choose}
        onPointerDown={choose}
        onKeyDown={step}
      >
        <span className={styles.start}>{t`Today`}</span>
        {months.map((month) => (
          <span key={month} className={styles.mark} style={{ left: `${place(month)}%` }}>
            <When at={month} look="monthShort" />
          </span>
        ))}
        {ticks.map((tick) => (
          <span
            key={tick.date}
            className={tick === shown ? styles.chosenPayout : styles.payout}
            style={{ left: `${place(tick.date)}%` }}
          >
            {dated.has(tick) && (
              <span className={place(tick.date) > 92 ? styles.lastDay : styles.day}>
                <When at={tick.date} look="day" />
              </span>
            )}
          </span>
        ))}
      </div>
    </ChartFrame>
  )
}

const DAY_WIDTH = 15 // percent of the narrowest ruler

/** The ticks whose label fits without touching the previous one; `place` is null for a tick that needs no label. */
function withRoom(ticks: readonly Tick[], place: (tick: Tick) => number | null): Set<Tick> {
  const chosen = new Set<Tick>()
  let last = Number.NEGATIVE_INFINITY
  for (const tick of ticks) {
    const at = place(tick)
    if (at === null || at - last < DAY_WIDTH) continue
    chosen.add(tick)
    last = at
  }
  return chosen
}

type Tick = { date: string; amount: Paise; payouts: RulerPayout[] }

function byDay(payouts: readonly RulerPayout[], today: string): Tick[] {
  const ticks = new Map<string, Tick>()
  for (const payout of payouts) {
    const date = payout.date < today ? today : payout.date
    const tick = ticks.get(date)
    if (!tick) ticks.set(date, { date, amount: payout.amount, payouts: [payout] })
    else ticks.set(date, { date, amount: add(tick.amount, payout.amount), payouts: [...tick.payouts, payout] })
  }
  return [...ticks.values()]
}
