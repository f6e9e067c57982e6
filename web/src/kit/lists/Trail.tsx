import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import type { Refetchable } from '../page/FailedState.tsx'
import { SkeletonRows } from '../page/Skeleton.tsx'
import styles from './Trail.module.css'

export type TrailEntry = {
  id: number
  at: Date
  /** Null if the program itself acted. */
  admin: { name: string } | null
  /** Who approved it, if it needed a second admin. */
  approved_by: { name: string } | null
  action: string
  address: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
  /** Its data about a person was erased with their account. */
  is_erased: boolean
}

/** The newest entries of one record, as `useTrail` of the api reads them. */
export type TrailReading = {
  entries: readonly TrailEntry[] | undefined
  /** The page with all of them, if there are more. */
  rest: { subject: string; id?: number } | null
  /** Why they could not be loaded. */
  failure: string | null
  retry: Refetchable
}

// The log's words in both languages are fetched when a trail is first opened.
const Entries = lazy(() => import('./TrailEntries.tsx'))

/** The acts on one record: who, when, from where, each value before and after. */
export function Trail({ trail }: { trail: TrailReading }) {
  return (
    <Suspense fallback={<SkeletonRows rows={3} height={56} />}>
      <Entries trail={trail} />
    </Suspense>
  )
}

type RecordTrailProps = TrailReading & {
  /** For those who may not read the log. */
  hidden?: boolean
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

/** The trail at the bottom of a record or its form; it is fetched when it is opened. */
export function RecordTrail({ hidden = false, isOpen, onToggle, ...trail }: RecordTrailProps) {
  const { t } = useLingui()
  if (hidden) return null
  return (
    <details className={styles.record} open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>{t`Activity log`}</summary>
      {isOpen && <Trail trail={trail} />}
    </details>
  )
}
