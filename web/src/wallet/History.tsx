import { negate } from '@bittkosh/contract/money'
import { addDays, dayOf } from '@bittkosh/contract/time'
import type { TransactionItem } from '@bittkosh/contract/wallet'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ReceiptText } from 'lucide-react'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { cx } from '../kit/page/cx.ts'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { Money } from '../kit/money/Money.tsx'
import { useNow } from '../kit/page/useNow.ts'
import { When } from '../kit/page/When.tsx'
import type { WalletChip } from './api.ts'
import styles from './History.module.css'
import { ItemState } from './ItemState.tsx'
import { cameToNothing, isInEarn, showsStatus, sublineOf, titleOf } from './words.ts'

type HistoryProps = {
  items: readonly TransactionItem[]
  chip: WalletChip
  /** Rows of the chip before, until the new ones arrive. */
  stale: boolean
  onOpen: (key: string) => void
}

/** The entries as one sheet under the names of their days, newest first; each opens its receipt, a month its days. */
export function History({ items, chip, stale, onOpen }: HistoryProps) {
  if (items.length === 0) return <NothingYet chip={chip} />
  const days = Map.groupBy(items, (item) => dayOf(item.created_at))
  return (
    <div className={cx(styles.sheet, stale && styles.stale)} aria-busy={stale}>
      {[...days].map(([day, entries]) => (
        <section key={day}>
          <h3 className={styles.day}>
            <DayName day={day} />
          </h3>
          <ul className={styles.rows}>
            {entries.map((item) => (
              <li key={item.key}>
                <Row item={item} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function DayName({ day }: { day: string }) {
  const today = dayOf(useNow(60_000))
  if (day === today) return <Trans>Today</Trans>
  if (day === addDays(today, -1)) return <Trans>Yesterday</Trans>
  return <When at={day} look={day.slice(0, 4) === today.slice(0, 4) ? 'day' : 'date'} />
}

function Row({ item, onOpen }: { item: TransactionItem; onOpen: (key: string) => void }) {
  const { i18n } = useLingui()
  const subline = sublineOf(item, i18n)
  return (
    <button type="button" className={styles.row} onClick={() => onOpen(item.key)}>
      <span className={styles.title}>{titleOf(item, i18n)}</span>
      <span className={cx(styles.amount, cameToNothing(item) && styles.nothing)}>
        <Money amount={item.direction === 'in' ? item.amount : negate(item.amount)} change="plain" hideable />
      </span>
      <span className={styles.subline}>
        {item.entries === null ? (
          subline || <When at={item.created_at} look="time" />
        ) : (
          <>
            <When at={item.created_at} look="month" /> · <Plural value={item.entries} one="# entry" other="# entries" />
          </>
        )}
        {isInEarn(item) && (
          <>
            {' · '}
            <Trans>in Earn</Trans>
          </>
        )}
      </span>
      {showsStatus(item) && (
        <span className={styles.status}>
          <ItemState item={item} />
        </span>
      )}
    </button>
  )
}

function NothingYet({ chip }: { chip: WalletChip }) {
  const { t } = useLingui()
  if (chip === 'pending') {
    return (
      <EmptyState icon={<ReceiptText size={28} aria-hidden />} title={t`Nothing is waiting`}>
        <Trans>Requests that are being checked stand here.</Trans>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<ReceiptText size={28} aria-hidden />}
      title={t`No transactions yet`}
      action={chip === 'out' ? null : <ButtonLink to="/add-balance">{t`Add Funds`}</ButtonLink>}
    >
      <Trans>Everything that comes in or goes out is written down here.</Trans>
    </EmptyState>
  )
}
