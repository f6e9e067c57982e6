import { groupIndian } from '@bittkosh/contract/money'
import type { waiting } from '@bittkosh/contract/statistics'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Reading } from '../api/client.ts'
import { useMay } from '../api/may.ts'
import { useInboxCount } from '../api/useInboxCount.ts'
import { useToDecide } from '../api/useProposals.ts'
import { Money } from '../kit/money/Money.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Waited } from '../kit/page/When.tsx'
import styles from './Dashboard.module.css'

type Queues = Reading<typeof waiting>

/**
 * How many requests wait for a decision, and since when: those that the admin may decide, with the conversations that they may
 * answer; for whoever may do neither, all that they may see.
 */
export function Waiting({ queues }: { queues: Queues }) {
  const { t } = useLingui()
  const may = useMay()
  const toDecide = useToDecide()
  const toAnswer = useInboxCount()
  const lists = [
    { to: '/admin/deposits', label: t`Deposits`, queue: queues.deposits, isOwn: may('deposits.decide') },
    { to: '/admin/withdrawals', label: t`Withdrawals`, queue: queues.withdrawals, isOwn: may('withdrawals.decide') },
    { to: '/admin/kyc', label: t`KYC`, queue: queues.kyc, isOwn: may('kyc.decide') },
  ] as const
  const answers = may('conversations.answer')
  const hasWork = answers || lists.some(({ isOwn }) => isOwn)
  const seen = lists.flatMap(({ queue, isOwn, ...list }) => (queue && (isOwn || !hasWork) ? [{ ...list, queue }] : []))
  return (
    <Card title={hasWork ? t`Waiting for you` : t`Waiting`}>
      <ul className={styles.waiting}>
        {seen.map(({ to, label, queue }) => (
          <li key={to}>
            <Link to={to} className={styles.queue} data-empty={queue.count === 0 || undefined}>
              <span className={styles.queueName}>{label}</span>
              <span className={styles.queueCount}>{groupIndian(String(queue.count))}</span>
              <span className={styles.queueAge}>
                {queue.oldest_at === null ? (
                  t`nothing waiting`
                ) : (
                  <>
                    {'amount' in queue && (
                      <>
                        <Money amount={queue.amount} decimals={0} /> ·{' '}
                      </>
                    )}
                    {t`oldest:`} <Waited since={queue.oldest_at} />
                  </>
                )}
              </span>
            </Link>
          </li>
        ))}
        {answers && toAnswer !== undefined && (
          <li>
            <Link to="/admin/support" className={styles.queue} data-empty={toAnswer === 0 || undefined}>
              <span className={styles.queueName}>{t`Support`}</span>
              <span className={styles.queueCount}>{groupIndian(String(toAnswer))}</span>
              <span className={styles.queueAge}>{toAnswer === 0 ? t`nothing waiting` : t`to be answered`}</span>
            </Link>
          </li>
        )}
        {Boolean(toDecide) && (
          <li>
            <Link to="/admin/proposals" className={styles.queue}>
              <span className={styles.queueName}>{t`For your approval`}</span>
              <span className={styles.queueCount}>{groupIndian(String(toDecide))}</span>
              <span className={styles.queueAge}>{t`proposed by others`}</span>
            </Link>
          </li>
        )}
      </ul>
    </Card>
  )
}
