import { type Deposit, listMyDeposits } from '@bittkosh/contract/deposits'
import { requestStates } from '@bittkosh/contract/requestStates'
import { formatUsdt, usdtOf } from '@bittkosh/contract/usdt'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowDownLeft } from 'lucide-react'
import { failureMessage } from '../api/failure.ts'
import { readingPages } from '../api/queries.ts'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { Card } from '../kit/page/Card.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { useShownText } from '../kit/money/hiddenAmounts.ts'
import { Money } from '../kit/money/Money.tsx'
import { Section } from '../kit/page/Page.tsx'
import { PagedList } from '../kit/lists/PagedList.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { UsdtRate } from '../kit/money/UsdtRate.tsx'
import { When } from '../kit/page/When.tsx'
import styles from './DepositHistory.module.css'

/** The user's own requests, newest first: state, the approved amount if it differs, and why one was rejected. */
export function DepositHistory() {
  const { t } = useLingui()
  const history = useInfiniteQuery(readingPages(listMyDeposits))
  return (
    <Section title={t`Deposit history`}>
      <PagedList
        query={history}
        skeleton={{ rows: 3, height: 72 }}
        failure={failureMessage(history.error, t`Failed to load transaction history`)}
        empty={
          <EmptyState icon={<ArrowDownLeft size={24} aria-hidden />} title={t`No deposits yet`}>
            {t`Each request appears here with its status as soon as you send it.`}
          </EmptyState>
        }
      >
        {(deposits) => (
          <Card flush>
            <ul className={styles.list}>
              {deposits.map((deposit) => (
                <DepositRow key={deposit.id} deposit={deposit} />
              ))}
            </ul>
          </Card>
        )}
      </PagedList>
    </Section>
  )
}

function DepositRow({ deposit }: { deposit: Deposit }) {
  const { t } = useLingui()
  const shown = useShownText()
  const { approved_amount: approved, requested_amount: requested, usdt_amount: usdt, usdt_rate: rate } = deposit
  const outcome = requestStates[deposit.status]
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span>{deposit.package ? deposit.package.name : deposit.method.name}</span>
        <span className={styles.small}>
          {deposit.package && <>{deposit.method.name} · </>}
          <When at={deposit.created_at} />
        </span>
        <span className={styles.small}>
          {t`Transaction ID`} {deposit.transaction_id}
        </span>
        <span className={styles.small}>
          {t`Receipt number`} {deposit.number}
        </span>
      </div>
      <div className={styles.figures}>
        <Money amount={requested} hideable />
        {usdt !== null && rate !== null && (
          <span className={styles.small}>
            {shown(formatUsdt(usdtOf(usdt)))}, <UsdtRate rate={rate} />
          </span>
        )}
        <StatusBadge status={deposit.status} />
      </div>
      {approved !== null && approved !== requested && (
        <p className={styles.remark}>
          {t`Approved:`} <Money amount={approved} hideable />
        </p>
      )}
      {deposit.package && outcome !== 'nothing' && outcome !== 'undone' && (
        <p className={styles.remark}>
          {t`Bonus:`} <Money amount={deposit.package.bonus_amount} change hideable />
        </p>
      )}
      {deposit.admin_note && (
        <p className={styles.remark}>
          {outcome === 'nothing' ? t`Reason:` : t`Note:`} {deposit.admin_note}
        </p>
      )}
      {deposit.status === 'rejected' && (
        <ButtonLink to="/add-balance" search={{ again: deposit.id }} variant="secondary">
          {t`Fix and send again`}
        </ButtonLink>
      )}
      {deposit.reversed_at && (
        <p className={styles.remark}>
          {t`Taken back:`} <When at={deposit.reversed_at} />. {t`Reason:`} {deposit.reversal_reason}
        </p>
      )}
    </li>
  )
}
