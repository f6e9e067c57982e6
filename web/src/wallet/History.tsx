import { addDays, dayOf } from '@bittkosh/contract/time'
import type { TransactionItem } from '@bittkosh/contract/wallet'
import { Trans, useLingui } from '@lingui/react/macro'
import { ReceiptText } from 'lucide-react'
import { Button, ButtonLink } from '../kit/actions/Button.tsx'
import { cx } from '../kit/page/cx.ts'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { lookBeside } from '../kit/page/dates.ts'
import { useNow } from '../kit/page/useNow.ts'
import { When } from '../kit/page/When.tsx'
import { groupBy } from '../kit/lists/groupBy.ts'
import type { HistoryFilter } from './api.ts'
import styles from './History.module.css'
import { HistoryRow } from './HistoryRow.tsx'

type HistoryProps = {
  items: readonly TransactionItem[]
  filter: HistoryFilter
  /** Rows of the previous filter, until the new ones arrive. */
  stale: boolean
  onOpen: (key: string) => void
  onShowAll: () => void
}

/** The entries as one sheet grouped by day, newest first; each opens its receipt, a month its days. */
export function History({ items, filter, stale, onOpen, onShowAll }: HistoryProps) {
  if (items.length === 0) return <Nothing filter={filter} onShowAll={onShowAll} />
  const days = groupBy(items, (item) => dayOf(item.created_at))
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
                <HistoryRow item={item} onOpen={onOpen} />
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
  return <When at={day} look={lookBeside(day, today)} />
}

function Nothing({ filter, onShowAll }: Pick<HistoryProps, 'filter' | 'onShowAll'>) {
  const { t } = useLingui()
  const icon = <ReceiptText size={28} aria-hidden />
  if (filter.kind || filter.period || filter.search) {
    return (
      <EmptyState
        icon={icon}
        title={t`No entries match this filter`}
        action={<Button variant="secondary" onClick={onShowAll}>{t`Show everything`}</Button>}
      />
    )
  }
  if (filter.chip === 'pending') {
    return (
      <EmptyState icon={icon} title={t`Nothing pending`}>
        <Trans>Requests being checked appear here.</Trans>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={icon}
      title={t`No transactions yet`}
      action={filter.chip === 'out' ? null : <ButtonLink to="/add-balance">{t`Add Funds`}</ButtonLink>}
    >
      <Trans>Everything that comes in or goes out appears here.</Trans>
    </EmptyState>
  )
}
