import { negate, type Paise } from '@bittkosh/contract/money'
import { coverageLines, type LineSource } from '@bittkosh/contract/statistics'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { readingPages } from '../api/queries.ts'
import { Khata, KhataTotal } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { When } from '../kit/page/When.tsx'
import { useAccountNames } from './accountNames.ts'
import styles from './Dashboard.module.css'
import { useKindNames } from '../requests/kindNames.ts'
import { PersonLink } from '../requests/PersonLink.tsx'
import { PagedSheet } from './PagedSheet.tsx'
import { useRecordNames } from '../requests/recordNames.ts'

export type LinesOf = {
  title: string
  amount: Paise
  account: LineSource
  side?: 'debit' | 'credit'
  /** Why these lines add up to the figure, if that is not obvious. */
  note?: string
}

/** The ledger lines that a figure is the sum of, newest first. */
export function LinesSheet({ of, onClose }: { of: LinesOf; onClose: () => void }) {
  const { title, amount, account, side, note } = of
  const { t } = useLingui()
  const kindName = useKindNames()
  const accountName = useAccountNames()
  const recordName = useRecordNames()
  const query = useInfiniteQuery(readingPages(coverageLines, { query: { account, side } }))
  // Money that left an account is negative in the ledger; people read received and spent amounts as positive.
  const isGiven = side !== 'credit' && /^(cash|expense|costs)/.test(account)
  return (
    <PagedSheet
      title={title}
      head={
        <>
          <Khata document>
            <KhataTotal label={t`Sum of all lines`}>
              <Money amount={amount} />
            </KhataTotal>
          </Khata>
          {note && <p className={styles.soft}>{note}</p>}
        </>
      }
      query={query}
      empty={t`Nothing has been booked here yet`}
      onClose={onClose}
      line={(line) => (
        <>
          <span>
            {kindName(line.kind)}
            <span className={styles.soft}>
              {line.account !== account && <>{accountName(line.account)} · </>}
              {line.user && (
                <>
                  <PersonLink user={line.user} /> ·{' '}
                </>
              )}
              {recordName(line)} · <When at={line.at} />
            </span>
          </span>
          <Money amount={isGiven ? negate(line.amount) : line.amount} />
        </>
      )}
    />
  )
}
