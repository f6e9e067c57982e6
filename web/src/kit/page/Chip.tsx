import type { ReactNode } from 'react'
import styles from './Chip.module.css'
import { cx } from './cx.ts'

export type Tone = 'neutral' | 'pending' | 'gain' | 'loss' | 'info'

/** A word or two on a coloured background. */
export function Chip({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={cx(styles.chip, styles[tone])}>{children}</span>
}
