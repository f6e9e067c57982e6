import { type FlexibleInterest, listFlexibleInterest } from '@bittkosh/contract/flexible'
import { percentText } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Calculator } from 'lucide-react'
import { failureMessage } from '../api/failure.ts'
import { readingPages } from '../api/queries.ts'
import { Card } from '../kit/page/Card.tsx'
import { groupedAmount } from '../kit/forms/amountText.ts'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { useShownText } from '../kit/money/hiddenAmounts.ts'
import { Money } from '../kit/money/Money.tsx'
import { PagedList } from '../kit/lists/PagedList.tsx'
import { When } from '../kit/page/When.tsx'
import styles from './Working.module.css'

/** Each day with all figures needed to check it: eligible × rate = exact, exact + carried = posted + carried on. */
export function Working() {
  const { t } = useLingui()
  const working = useInfiniteQuery(readingPages(listFlexibleInterest))
  return (
    <PagedList
      query={working}
      skeleton={{ rows: 4, height: 72 }}
      failure={failureMessage(working.error, t`Failed to load flexible investment data`)}
      empty={
        <EmptyState icon={<Calculator size={32} aria-hidden />} title={t`No days to show yet`}>
          {t`After midnight, you'll see here how each day's interest was worked out.`}
        </EmptyState>
      }
    >
      {(days) => (
        <>
          <p className={styles.how}>
            {t`A day's interest is its lowest balance × its rate. Whole paise are credited at midnight; the remainder is carried to the next day.`}
          </p>
          <Card flush>
            <WorkingTable days={days} />
          </Card>
        </>
      )}
    </PagedList>
  )
}

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- display: grid takes the roles of table parts away */
function WorkingTable({ days }: { days: readonly FlexibleInterest[] }) {
  const { t } = useLingui()
  const shown = useShownText()
  const columns = [t`Date`, t`Lowest balance`, t`Rate`, t`Exact interest`, t`Credited`, t`Carried`]
  return (
    <table className={styles.table} role="table">
      <caption className="visually-hidden">{t`Interest by day`}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {days.map((day) => (
          <tr key={day.date} role="row">
            <td role="cell" className={styles.date}>
              <When at={day.date} look="date" />
            </td>
            <td role="cell" className={styles.eligible}>
              <Money amount={day.eligible_balance} hideable />
            </td>
            <td role="cell" className={styles.rate}>
              {percentText(day.rate)} %
            </td>
            <td role="cell" className={styles.exact}>
              {shown(`₹${groupedAmount(day.exact_interest)}`)}
            </td>
            <td role="cell" className={styles.posted}>
              <Money amount={day.posted} change hideable />
            </td>
            <td role="cell" className={styles.carried} data-label={t`Carried`}>
              {shown(`₹${day.carried}`)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
