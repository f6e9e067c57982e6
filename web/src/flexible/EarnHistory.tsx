import { type FlexibleTransaction, listFlexibleTransactions } from '@bittkosh/contract/flexible'
import { negate } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PiggyBank } from 'lucide-react'
import { failureMessage } from '../api/failure.ts'
import { readingPages } from '../api/queries.ts'
import { Card } from '../kit/page/Card.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { Money } from '../kit/money/Money.tsx'
import { PagedList } from '../kit/lists/PagedList.tsx'
import { When } from '../kit/page/When.tsx'
import styles from './Flexible.module.css'

export function EarnHistory() {
  const { t } = useLingui()
  const history = useInfiniteQuery(readingPages(listFlexibleTransactions))
  return (
    <PagedList
      query={history}
      rows={history.data?.pages.flatMap((page) => page.data)}
      skeleton={{ rows: 4, height: 56 }}
      failure={failureMessage(history.error, t`Failed to load flexible investment data`)}
      empty={
        <EmptyState icon={<PiggyBank size={32} aria-hidden />} title={t`Nothing has moved yet`}>
          {t`Your first deposit earns from the next day on.`}
        </EmptyState>
      }
    >
      {(rows) => (
        <Card flush>
          <ul className={styles.list}>
            {rows.map((row) => (
              <HistoryRow key={row.key} row={row} />
            ))}
          </ul>
        </Card>
      )}
    </PagedList>
  )
}

function HistoryRow({ row }: { row: FlexibleTransaction }) {
  const { t } = useLingui()
  const names = { deposit: t`Deposit`, withdraw: t`Withdrawal`, interest: t`Interest` }
  return (
    <li className={styles.entry}>
      <span>{row.is_welcome_bonus ? t`Welcome bonus` : names[row.type]}</span>
      <span className={styles.figure}>
        <Money amount={row.type === 'withdraw' ? negate(row.amount) : row.amount} change hideable />
      </span>
      <span className={styles.quiet}>
        <When at={row.created_at} look={row.type === 'interest' ? 'date' : 'dateTime'} />
      </span>
      <span className={styles.quietFigure}>
        {t`Balance`} <Money amount={row.balance_after} hideable />
      </span>
    </li>
  )
}
