import type { ReactNode } from 'react'
import { cx } from '../page/cx.ts'
import styles from './Timeline.module.css'
import { When } from '../page/When.tsx'

export type TimelineStep = {
  label: ReactNode
  state: 'done' | 'current' | 'ahead' | 'failed'
  at?: Date | null
  note?: ReactNode
}

/** What has happened to a request and what comes next: sent → being checked → done or rejected. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className={styles.line}>
      {steps.map((step, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- steps have a fixed order
        <li
          key={index}
          className={cx(styles.step, styles[step.state])}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <span className={styles.label}>{step.label}</span>
          {step.at && (
            <span className={styles.at}>
              <When at={step.at} />
            </span>
          )}
          {step.note && <span className={styles.note}>{step.note}</span>}
        </li>
      ))}
    </ol>
  )
}
