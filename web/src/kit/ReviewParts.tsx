import { useLingui } from '@lingui/react/macro'
import { Check, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Card } from './Card.tsx'
import { KeyValues } from './KeyValues.tsx'
import styles from './ReviewParts.module.css'
import { type Status, StatusBadge } from './StatusBadge.tsx'
import { When } from './When.tsx'

type DecideButtonsProps = {
  /** Left out where a form around the buttons approves. */
  onApprove?: () => void
  onReject: () => void
  /** The decision moves money: both rest while offline. */
  money?: boolean
}

/** Approve and reject, below the record; each opens its confirm. */
export function DecideButtons({ onApprove, onReject, money = false }: DecideButtonsProps) {
  const { t } = useLingui()
  return (
    <div className={styles.actions}>
      <Button
        size="dense"
        money={money}
        icon={<Check size={16} aria-hidden />}
        {...(onApprove ? { onClick: onApprove } : { type: 'submit' })}
      >{t`Approve`}</Button>
      <Button
        size="dense"
        variant="danger"
        money={money}
        icon={<X size={16} aria-hidden />}
        onClick={onReject}
      >{t`Reject`}</Button>
    </div>
  )
}

/** What is unusual about a request: nothing of it is in the way of a decision. */
export function ReviewFlags({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <ul className={styles.flags}>
      {sentences.map((sentence) => (
        <li key={sentence}>
          <TriangleAlert size={16} aria-hidden /> {sentence}
        </li>
      ))}
    </ul>
  )
}

type DecisionCardProps = {
  status: Status
  by: string | null
  at: Date
  /** The reference of a payment, where a decision needs one. */
  reference?: string | null
  note: string | null
}

/** Who decided a request, when, and what the user was told. */
export function DecisionCard({ status, by, at, reference, note }: DecisionCardProps) {
  const { t } = useLingui()
  return (
    <Card title={t`Decision`} aside={<StatusBadge status={status} />}>
      <KeyValues
        items={[
          { label: t`By`, value: by },
          { label: t`At`, value: <When at={at} /> },
          ...(reference === undefined ? [] : [{ label: t`Transaction ID`, value: reference }]),
          { label: t`Note`, value: note },
        ]}
      />
    </Card>
  )
}

type RecentRequest = { id: number; what: ReactNode; amount: ReactNode; status: Status }

/** The user's latest other requests of the kind. */
export function RecentRequests({ requests }: { requests: readonly RecentRequest[] }) {
  return (
    <ul className={styles.recent}>
      {requests.map(({ id, what, amount, status }) => (
        <li key={id}>
          <span>{what}</span>
          {amount}
          <StatusBadge status={status} />
        </li>
      ))}
    </ul>
  )
}
