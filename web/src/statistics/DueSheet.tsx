import { add, groupIndian, type Paise } from '@bittkosh/contract/money'
import { dueInvestments } from '@bittkosh/contract/statistics'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { readingPages } from '../api/queries.ts'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { When } from '../kit/page/When.tsx'
import styles from './Dashboard.module.css'
import { PersonLink } from '../requests/PersonLink.tsx'
import { PagedSheet } from './PagedSheet.tsx'

export type Rung = { days: number; count: number; principal: Paise; profit: Paise }

/** The investments that fall due within a step of the ladder, soonest first. */
export function DueSheet({ rung: { days, count, principal, profit }, onClose }: { rung: Rung; onClose: () => void }) {
  const { t } = useLingui()
  const query = useInfiniteQuery(readingPages(dueInvestments, { query: { days } }))
  return (
    <PagedSheet
      title={t`Falls due within ${days} days`}
      head={
        <Khata document>
          <KhataRow label={t`Investments`}>{groupIndian(String(count))}</KhataRow>
          <KhataRow label={t`Principal`}>
            <Money amount={principal} />
          </KhataRow>
          <KhataRow label={t`Profit`}>
            <Money amount={profit} />
          </KhataRow>
          <KhataTotal label={t`Falls due`}>
            <Money amount={add(principal, profit)} />
          </KhataTotal>
        </Khata>
      }
      query={query}
      empty={t`Nothing falls due by then`}
      moreLabel={t`Show later ones`}
      onClose={onClose}
      line={(due) => (
        <>
          <span>
            <PersonLink user={due.user} />
            <span className={styles.soft}>
              {due.cryptocurrency.name} ({due.cryptocurrency.symbol}) · #{due.id} ·{' '}
              <When at={due.matures_at} look="date" />
            </span>
          </span>
          <span className={styles.sums}>
            <Money amount={add(due.principal, due.profit)} />
            <span className={styles.soft}>
              <Money amount={due.principal} /> + <Money amount={due.profit} />
            </span>
          </span>
        </>
      )}
    />
  )
}
