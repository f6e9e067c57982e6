import { negate } from '@bittkosh/contract/money'
import type { Payout } from '@bittkosh/contract/portfolio'
import { daysBetween } from '@bittkosh/contract/time'
import type { TransactionItem } from '@bittkosh/contract/wallet'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowDownLeft, ArrowUpRight, CalendarClock } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Money } from '../kit/money/Money.tsx'
import { cx } from '../kit/page/cx.ts'
import { durationText } from '../kit/page/dates.ts'
import { Waited, When } from '../kit/page/When.tsx'
import { useUsualWait } from '../requests/useUsualWait.ts'
import sheet from './History.module.css'
import row from './HistoryRow.module.css'
import styles from './OnItsWay.module.css'
import { kindOf, nameOf, waitsForCode } from './words.ts'

type OnItsWayProps = {
  items: readonly TransactionItem[]
  /** Whether there are further entries, of unknown number. */
  hasMore?: boolean
  /** The next payouts of the plans, if they are shown here, and the server's business day. */
  payouts?: { next: Payout | undefined; today: string } | undefined
  /** The filters of the wallet's history, which opening a receipt keeps. */
  search?: object
  /** How many of each direction are shown; the wallet shows all. */
  most?: number
}

/**
 * Entries that somebody still has to decide, pay or confirm, incoming and outgoing ones apart, each with how long it usually takes
 * and whether it is still in the balance. Nothing if nothing is pending.
 */
export function OnItsWay({ items, hasMore = false, payouts, search = {}, most = items.length }: OnItsWayProps) {
  const { t } = useLingui()
  const id = useId()
  const [coming, going] = (['in', 'out'] as const).map((way) => items.filter(({ direction }) => direction === way))
  if (!coming || !going || (items.length === 0 && !payouts?.next)) return null
  const left = items.length - Math.min(coming.length, most) - Math.min(going.length, most)
  return (
    <section className={sheet.sheet} aria-labelledby={id}>
      <h2 id={id} className={sheet.heading}>
        <Trans>On its way</Trans>
      </h2>
      <Direction name={t`Coming in`} items={coming.slice(0, most)} search={search}>
        {payouts?.next && (
          <li>
            <NextPayout payout={payouts.next} today={payouts.today} />
          </li>
        )}
      </Direction>
      <Direction name={t`Going out`} items={going.slice(0, most)} search={search} />
      {(left > 0 || hasMore) && (
        <Link to="/wallet" search={{ show: 'pending' }} className={styles.more}>
          {hasMore ? t`More in your wallet, under Pending` : t`${left} more in your wallet`}
        </Link>
      )}
    </section>
  )
}

type DirectionProps = { name: string; items: readonly TransactionItem[]; search: object; children?: ReactNode }

function Direction({ name, items, search, children }: DirectionProps) {
  const id = useId()
  if (items.length === 0 && !children) return null
  return (
    <>
      <h3 id={id} className={styles.direction}>
        {name}
      </h3>
      <ul className={sheet.rows} aria-labelledby={id}>
        {items.map((item) => (
          <li key={item.key}>
            <Row item={item} search={search} />
          </li>
        ))}
        {children}
      </ul>
    </>
  )
}

/** Opens the receipt in the wallet. */
function Row({ item, search }: { item: TransactionItem; search: object }) {
  const { i18n } = useLingui()
  const [name, kind] = [nameOf(item, i18n), kindOf(item, i18n)]
  const isIn = item.direction === 'in'
  const Icon = isIn ? ArrowDownLeft : ArrowUpRight
  return (
    <Link
      to="/wallet"
      search={{ ...search, id: item.key }}
      state={{ isOpened: true }}
      resetScroll={false}
      className={cx(row.row, row.waits)}
    >
      <span className={cx(row.mark, row.waiting)}>
        <Icon size={18} aria-hidden />
      </span>
      <span className={row.name}>{name}</span>
      <span className={row.facts}>
        {name !== kind && <>{kind} · </>}
        <Standing item={item} />
      </span>
      <span className={row.amount}>
        <Money amount={isIn ? item.amount : negate(item.amount)} change="plain" hideable />
      </span>
    </Link>
  )
}

/** Whether the amount is still in the balance, and what the entry waits for until when. */
function Standing({ item }: { item: TransactionItem }) {
  if (waitsForCode(item))
    return (
      <>
        <Trans>not deducted yet</Trans>
        {item.due_at && (
          <>
            {' · '}
            <Trans>
              waiting for your code until <When at={item.due_at} look="time" />
            </Trans>
          </>
        )}
      </>
    )
  return (
    <>
      {item.type === 'withdrawal' && (
        <>
          <Trans>already deducted</Trans>
          {' · '}
        </>
      )}
      {item.being_paid ? (
        <Trans>being paid</Trans>
      ) : (
        <>
          <Trans>
            being checked for <Waited since={item.created_at} />
          </Trans>
          <Usually kind={item.type === 'withdrawal' ? 'withdrawal' : 'deposit'} />
        </>
      )}
    </>
  )
}

/** Nothing while that is unknown. */
function Usually({ kind }: { kind: 'deposit' | 'withdrawal' }) {
  const { t, i18n } = useLingui()
  const seconds = useUsualWait(kind)
  if (seconds === null) return null
  const time = durationText(seconds, i18n.locale)
  return <> · {t`usually within ${time}`}</>
}

function NextPayout({ payout: { name, date, amount }, today }: { payout: Payout; today: string }) {
  const days = daysBetween(today, date)
  return (
    <Link to="/portfolio" className={cx(row.row, row.waits)}>
      <span className={cx(row.mark, row.in)}>
        <CalendarClock size={18} aria-hidden />
      </span>
      <span className={row.name}>{name}</span>
      <span className={row.facts}>
        <Trans>
          next payout, on <When at={date} look="date" />
        </Trans>
        {' · '}
        <Plural value={days} one="in # day" other="in # days" />
      </span>
      <span className={row.amount}>
        <Money amount={amount} change="plain" hideable />
      </span>
    </Link>
  )
}
