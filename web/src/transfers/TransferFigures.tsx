import { groupIndian, percentText } from '@bittkosh/contract/money'
import type { TransferStatistics, TransferStatus } from '@bittkosh/contract/transfers'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Card } from '../kit/page/Card.tsx'
import { Money } from '../kit/money/Money.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import styles from './AdminTransfers.module.css'

const shownOrder: readonly TransferStatus[] = ['completed', 'pending', 'failed', 'expired']

/** The statistics of all transfers: cards, and their outcomes as shares of one bar. */
export function TransferFigures({ overall }: { overall: TransferStatistics }) {
  const { t } = useLingui()
  const cards: [string, ReactNode][] = [
    [t`Total transfers`, counted(overall.total_transfers)],
    [t`Amount transferred`, <Money key="sum" amount={overall.total_amount_transferred} decimals={0} />],
    [t`Fees collected`, <Money key="fees" amount={overall.total_fees_collected} decimals={0} />],
    [t`Average transfer`, <Money key="mean" amount={overall.average_transfer_amount} decimals={0} />],
    [t`Success rate`, `${percentText(overall.success_rate)} %`],
    [t`Completed`, counted(overall.completed_transfers)],
    [t`Pending`, counted(overall.pending_transfers)],
    [t`Failed`, counted(overall.failed_transfers)],
  ]
  return (
    <>
      <dl className={styles.cards}>
        {cards.map(([label, figure]) => (
          <div key={label} className={styles.card}>
            <dt>{label}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <Card title={t`Status breakdown`}>
        <Breakdown overall={overall} />
      </Card>
    </>
  )
}

function Breakdown({ overall: { status_breakdown: counts, total_transfers: total } }: { overall: TransferStatistics }) {
  return (
    <div className={styles.breakdown}>
      <div className={styles.line} aria-hidden="true">
        {shownOrder.map((status) => (
          <span key={status} className={styles[status]} style={{ flexGrow: counts[status] }} />
        ))}
      </div>
      <ul className={styles.legend}>
        {shownOrder.map((status) => (
          <li key={status}>
            <StatusBadge status={status} /> {counted(counts[status])}
            <span className={styles.contact}>
              {total === 0 ? '' : ` ${Math.round((100 * counts[status]) / total)} %`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function counted(transfers: number): string {
  return groupIndian(String(transfers))
}
