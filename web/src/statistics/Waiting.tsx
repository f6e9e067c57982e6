import { groupIndian } from '@bittkosh/contract/money'
import type { waiting } from '@bittkosh/contract/statistics'
import { Plural, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Reading } from '../api/client.ts'
import { useToDecide } from '../api/useProposals.ts'
import { Money } from '../kit/money/Money.tsx'
import { Card } from '../kit/page/Card.tsx'
import { When } from '../kit/page/When.tsx'
import styles from './Dashboard.module.css'

type Queues = Reading<typeof waiting>

/** How many requests wait for a decision, and since when; only of the kinds that the admin may see. */
export function Waiting({ queues }: { queues: Queues }) {
  const { t } = useLingui()
  const toDecide = useToDecide()
  const lists = [
    { to: '/admin/deposits', label: t`Deposits`, queue: queues.deposits },
    { to: '/admin/withdrawals', label: t`Withdrawals`, queue: queues.withdrawals },
    { to: '/admin/kyc', label: t`KYC`, queue: queues.kyc },
  ] as const
  const seen = lists.flatMap(({ queue, ...list }) => (queue ? [{ ...list, queue }] : []))
  return (
    <Card title={t`Waiting for you`}>
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
                    <Plural value={queue.count} one="request" other="requests" /> · {t`oldest:`}{' '}
                    <When at={queue.oldest_at} look="relative" />
                  </>
                )}
              </span>
            </Link>
          </li>
        ))}
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
