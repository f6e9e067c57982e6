import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Banner.module.css'
import { cx } from './cx.ts'

type BannerTone = 'loss' | 'gain' | 'info' | 'pending'

const icons = { loss: CircleAlert, gain: CircleCheck, info: Info, pending: TriangleAlert }

/** A message above what it is about. Red ones are announced at once. */
export function Banner({ tone = 'info', children }: { tone?: BannerTone; children: ReactNode }) {
  const Icon = icons[tone]
  return (
    <div
      className={cx(styles.banner, styles[tone])}
      role={tone === 'loss' ? 'alert' : tone === 'gain' ? 'status' : undefined}
    >
      <Icon size={20} aria-hidden className={styles.icon} />
      <div className={styles.text}>{children}</div>
    </div>
  )
}

/** The red banner of a form or action that failed; nothing while there is no message. */
export function ErrorBanner({ message }: { message: string | null | undefined }) {
  return message ? <Banner tone="loss">{message}</Banner> : null
}
