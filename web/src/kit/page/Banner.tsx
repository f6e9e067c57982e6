import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import styles from './Banner.module.css'
import { cx } from './cx.ts'

type BannerTone = 'loss' | 'gain' | 'info' | 'pending'

const icons = { loss: CircleAlert, gain: CircleCheck, info: Info, pending: TriangleAlert }

type BannerProps = { tone?: BannerTone; children: ReactNode; ref?: Ref<HTMLDivElement> }

/** A message above its subject. Red ones are announced at once. */
export function Banner({ tone = 'info', children, ref }: BannerProps) {
  const Icon = icons[tone]
  return (
    <div
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className={cx(styles.banner, styles[tone])}
      role={tone === 'loss' ? 'alert' : tone === 'gain' ? 'status' : undefined}
    >
      <Icon size={20} aria-hidden className={styles.icon} />
      <div className={styles.text}>{children}</div>
    </div>
  )
}

/**
 * Why a form or an action failed, right above the button that was clicked; nothing while there is no message. It takes the focus,
 * which scrolls it into view together with the button below it (its scroll margin).
 */
export function ErrorBanner({ message }: { message: string | null | undefined }) {
  if (!message) return null
  return (
    <Banner key={message} tone="loss" ref={takeFocus}>
      {message}
    </Banner>
  )
}

/** For the `ref` of a banner that takes over from what had the focus and has disappeared. */
export function takeFocus(banner: HTMLElement | null) {
  banner?.focus()
}
