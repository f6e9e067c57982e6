import { type FlexibleTransaction, listFlexibleTransactions } from '@bittkosh/contract/flexible'
import { add, negate, paise } from '@bittkosh/contract/money'
import { dayOf, monthOf } from '@bittkosh/contract/time'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, PiggyBank } from 'lucide-react'
import { failureMessage } from '../api/failure.ts'
import { readingPages } from '../api/queries.ts'
import { Card } from '../kit/page/Card.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { Money } from '../kit/money/Money.tsx'
import { PagedList } from '../kit/lists/PagedList.tsx'
import { When } from '../kit/page/When.tsx'
import styles from './Flexible.module.css'

/** Movements of the Earn account, newest first; the interest of a month as one line, as in the wallet. */
export function EarnHistory() {
  const { t } = useLingui()
  const history = useInfiniteQuery(readingPages(listFlexibleTransactions))
  return (
    <PagedList
      query={history}
      skeleton={{ rows: 4, height: 56 }}
      failure={failureMessage(history.error, t`Failed to load flexible investment data`)}
      empty={
        <EmptyState icon={<PiggyBank size={32} aria-hidden />} title={t`No transactions yet`}>
          {t`Your first deposit earns from the next day.`}
        </EmptyState>
      }
    >
      {(rows) => (
        <Card flush>
          <ul className={styles.list}>
            {together(rows).map((lines) => (
              <li key={lines[0]?.key}>
                {lines.length > 1 ? (
                  <InterestOfMonth days={lines} />
                ) : (
                  lines.map((row) => <Line key={row.key} row={row} />)
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </PagedList>
  )
}

/** Groups the daily interest of one month; everything else is a line of its own. */
function together(rows: readonly FlexibleTransaction[]): FlexibleTransaction[][] {
  const groups: FlexibleTransaction[][] = []
  for (const row of rows) {
    const open = groups.at(-1)
    const newest = open?.[0]
    const goesOn = row.type === 'interest' && newest?.type === 'interest' && monthOfRow(newest) === monthOfRow(row)
    if (open && goesOn) open.push(row)
    else groups.push([row])
  }
  return groups
}

function monthOfRow({ created_at: at }: FlexibleTransaction): string {
  return monthOf(dayOf(at))
}

/** The sum from the first to the last of these days, which are newest first; opens to each of them. */
function InterestOfMonth({ days }: { days: FlexibleTransaction[] }) {
  const { t } = useLingui()
  const [newest, oldest] = [days[0], days.at(-1)]
  if (!newest || !oldest) return null
  return (
    <details className={styles.month}>
      <summary className={styles.entry}>
        <span className={styles.opens}>
          {t`Interest`} <ChevronDown size={16} aria-hidden />
        </span>
        <span className={styles.figure}>
          <Money amount={days.reduce((sum, { amount }) => add(sum, amount), paise(0n))} change hideable />
        </span>
        <span className={styles.quiet}>
          <When at={oldest.created_at} look="date" /> – <When at={newest.created_at} look="date" />
        </span>
        <BalanceAfter row={newest} />
      </summary>
      {days.map((row) => (
        <Line key={row.key} row={row} />
      ))}
    </details>
  )
}

function Line({ row }: { row: FlexibleTransaction }) {
  const { t } = useLingui()
  const names = { deposit: t`Deposit`, withdraw: t`Withdrawal`, interest: t`Interest` }
  return (
    <div className={styles.entry}>
      <span>{row.is_welcome_bonus ? t`Welcome bonus` : names[row.type]}</span>
      <span className={styles.figure}>
        <Money amount={row.type === 'withdraw' ? negate(row.amount) : row.amount} change hideable />
      </span>
      <span className={styles.quiet}>
        <When at={row.created_at} look={row.type === 'interest' ? 'date' : 'dateTime'} />
      </span>
      <BalanceAfter row={row} />
    </div>
  )
}

function BalanceAfter({ row }: { row: FlexibleTransaction }) {
  const { t } = useLingui()
  return (
    <span className={styles.quietFigure}>
      {t`Balance`} <Money amount={row.balance_after} hideable />
    </span>
  )
}
