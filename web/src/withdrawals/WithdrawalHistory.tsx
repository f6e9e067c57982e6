import { payeeLine } from '@bittkosh/contract/payees'
import { listMyWithdrawals, payeeOfWithdrawal, type Withdrawal } from '@bittkosh/contract/withdrawals'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ArrowUpRight } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { readingPages } from '../api/queries.ts'
import { Card } from '../kit/page/Card.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Section } from '../kit/page/Page.tsx'
import { PagedList } from '../kit/lists/PagedList.tsx'
import { When } from '../kit/page/When.tsx'
import styles from './WithdrawalHistory.module.css'
import { WithdrawalReceipt } from './WithdrawalReceipt.tsx'
import { WithdrawalState } from './WithdrawalState.tsx'

/** The user's own withdrawals, newest first; a row opens its receipt, and so does the address. */
export function WithdrawalHistory() {
  const { t } = useLingui()
  const history = useInfiniteQuery(readingPages(listMyWithdrawals))
  const { id, cancel } = useSearch({ strict: false })
  const [openId, setOpenId] = useState<number | null>(Number(cancel ?? id) || null)
  const [cancelling, setCancelling] = useState(cancel)
  const opened = history.data?.pages.flatMap((page) => page.data).find((withdrawal) => withdrawal.id === openId)

  return (
    <Section title={t`Withdrawal history`}>
      <PagedList
        query={history}
        skeleton={{ rows: 3, height: 64 }}
        failure={failureMessage(history.error, t`Failed to load withdrawals`)}
        empty={
          <EmptyState icon={<ArrowUpRight size={24} aria-hidden />} title={t`No withdrawals yet`}>
            {t`Each request appears here with its status as soon as you confirm it.`}
          </EmptyState>
        }
      >
        {(rows) => (
          <Card flush>
            <ul className={styles.list}>
              {rows.map((withdrawal) => (
                <li key={withdrawal.id}>
                  <WithdrawalRow withdrawal={withdrawal} onOpen={() => setOpenId(withdrawal.id)} />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </PagedList>
      {opened && (
        <WithdrawalReceipt
          withdrawal={opened}
          isCancelling={opened.id === cancelling}
          onClose={() => {
            setOpenId(null)
            setCancelling(undefined)
          }}
        />
      )}
    </Section>
  )
}

function WithdrawalRow({ withdrawal, onOpen }: { withdrawal: Withdrawal; onOpen: () => void }) {
  const { return_reason: reason } = withdrawal
  return (
    <button type="button" className={styles.row} onClick={onOpen}>
      <span className={styles.to}>{payeeLine(payeeOfWithdrawal(withdrawal))}</span>
      <span className={styles.amount}>
        <Money amount={withdrawal.amount} hideable />
      </span>
      <span className={styles.when}>
        <When at={withdrawal.created_at} />
      </span>
      <span className={styles.status}>
        <WithdrawalState withdrawal={withdrawal} />
      </span>
      {reason !== null && <span className={styles.reason}>{reason}</span>}
    </button>
  )
}
