import type { DecidingAct, RequestKind } from '@bittkosh/contract/requestStates'
import { useLingui } from '@lingui/react/macro'
import { Check, TriangleAlert, Undo2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../kit/actions/Button.tsx'
import { Banner } from '../kit/page/Banner.tsx'
import { Card } from '../kit/page/Card.tsx'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { useFocusKept } from '../kit/lists/useFocusKept.ts'
import styles from './RequestParts.module.css'
import type { Acts } from './RequestQueue.tsx'
import { type Status, StatusBadge } from '../kit/page/StatusBadge.tsx'
import { When } from '../kit/page/When.tsx'

type ActButtonsProps<K extends RequestKind> = {
  acts: Acts<K>
  /** A form around the buttons does the approving. */
  approveSubmits?: boolean
  /** The acts move money: they are disabled while offline. */
  money?: boolean
  /** For an approval with its own name: 'Mark as paid'. */
  approveLabel?: string
  /** Shown before the acts. */
  children?: ReactNode
}

type Act = { [K in RequestKind]: DecidingAct<K> }[RequestKind]

/** A button for each act that the record's state permits, below the record; each opens its confirm dialog. */
export function ActButtons<K extends RequestKind>({
  acts,
  approveSubmits = false,
  money = false,
  approveLabel,
  children,
}: ActButtonsProps<K>) {
  const { t } = useLingui()
  const looks: Record<Act, { label: string; icon: ReactNode; variant: 'primary' | 'secondary' | 'danger' }> = {
    approve: { label: approveLabel ?? t`Approve`, icon: <Check size={16} aria-hidden />, variant: 'primary' },
    reject: { label: t`Reject`, icon: <X size={16} aria-hidden />, variant: 'danger' },
    return: { label: t`Returned by the bank`, icon: <Undo2 size={16} aria-hidden />, variant: 'secondary' },
    reverse: { label: t`Reverse`, icon: <Undo2 size={16} aria-hidden />, variant: 'danger' },
    revoke: { label: t`Revoke the approval`, icon: <Undo2 size={16} aria-hidden />, variant: 'danger' },
  }
  const focusKept = useFocusKept<HTMLDivElement>()
  const possible = Object.entries<(() => void) | undefined>(acts) as [Act, () => void][]
  if (possible.length === 0 && !children) return null
  return (
    <div className={styles.actions} {...focusKept}>
      {children}
      {possible.map(([act, begin]) => {
        const { label, icon, variant } = looks[act]
        const press = act === 'approve' && approveSubmits ? ({ type: 'submit' } as const) : { onClick: begin }
        return (
          <Button key={act} size="dense" variant={variant} money={money} icon={icon} {...press}>
            {label}
          </Button>
        )
      })}
    </div>
  )
}

type PersonStateProps = {
  /** `is_linked_to_you` only where a record is decided. */
  person: { is_active: boolean; is_frozen: boolean; is_linked_to_you?: boolean }
  /** Whose state it is, if a record is about two people. */
  who?: string
}

/**
 * Says that a person's money is frozen, that they can't sign in, or that the reader may be deciding their own request: at
 * the top of each of their records.
 */
export function PersonState({ person, who }: PersonStateProps) {
  const { t } = useLingui()
  const named = who !== undefined && <>{who} · </>
  return (
    <>
      {person.is_frozen && (
        <Banner tone="pending">
          <p>
            {named}
            <strong>{t`Frozen`}</strong>:{' '}
            {t`no money leaves this person's account, and nothing pending can be paid out.`}
          </p>
        </Banner>
      )}
      {!person.is_active && (
        <Banner tone="pending">
          <p>
            {named}
            <strong>{t`Inactive`}</strong>: {t`this person cannot sign in.`}
          </p>
        </Banner>
      )}
      {person.is_linked_to_you && (
        <Banner tone="pending">
          <p>
            <strong>{t`Linked to you`}</strong>:{' '}
            {t`this account and your own have used the same browser, payee or ID number.`}
          </p>
        </Banner>
      )}
    </>
  )
}

/** What is unusual about a request; none of it prevents a decision. */
export function RequestFlags({ sentences }: { sentences: readonly string[] }) {
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
  /** The reference of a payment, if a decision requires one. */
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
