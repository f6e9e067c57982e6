import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { preference } from '../kit/device/preference.ts'
import { useStore } from '../kit/device/store.ts'
import { Chip } from '../kit/page/Chip.tsx'
import { cx } from '../kit/page/cx.ts'
import { type Status, StatusBadge } from '../kit/page/StatusBadge.tsx'
import { PersonLink } from './PersonLink.tsx'
import styles from './Strip.module.css'

type StripHeadProps = {
  user: { id: number; name: string; is_active: boolean; is_frozen: boolean }
  /** Of the identity document; null if none is approved and the queue has no more data. */
  kyc: Status | null
}

/** The person: the first line of a record, above the request and the buttons. */
export function StripHead({ user, kyc }: StripHeadProps) {
  const { t } = useLingui()
  return (
    <div className={styles.head}>
      <strong className={styles.name}>
        <PersonLink user={user} />
      </strong>
      {user.is_frozen && <StatusBadge status="frozen" />}
      <StatusBadge status={user.is_active ? 'active' : 'inactive'} />
      {kyc ? (
        <span className={styles.kyc}>
          {t`KYC`} <StatusBadge status={kyc} />
        </span>
      ) : (
        <Chip tone="pending">{t`KYC not approved`}</Chip>
      )}
    </div>
  )
}

export type RiskFact = { label: string; value: ReactNode; isUnusual: boolean }

/** Three facts about the risk: first of its kind, compared with the usual, seen before. */
export function RiskFacts({ facts }: { facts: readonly RiskFact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, isUnusual }) => (
        <div key={label} className={cx(styles.fact, isUnusual && styles.unusual)}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const isOpen = preference('record-rest', ['closed', 'open'], 'closed')

/** Everything else about a record, below its buttons. The next record opens folded or unfolded as this one was left. */
export function Folded({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const shown = useStore(isOpen) === 'open'
  return (
    <details
      className={styles.folded}
      open={shown}
      onToggle={(event) => isOpen.set(event.currentTarget.open ? 'open' : 'closed')}
    >
      <summary>{t`Everything else about it`}</summary>
      {shown && <div className={styles.rest}>{children}</div>}
    </details>
  )
}
