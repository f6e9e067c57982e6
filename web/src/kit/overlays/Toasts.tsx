import { CircleAlert, CircleCheck } from 'lucide-react'
import { cx } from '../page/cx.ts'
import styles from './Toasts.module.css'
import { useToasts } from './toast.ts'

/** Rendered once in the app; `toast()` fills it. */
export function Toasts() {
  const toasts = useToasts()
  return (
    <div className={styles.place} role="status" aria-live="polite">
      {toasts.map(({ id, tone, message }) => (
        <div key={id} className={cx(styles.toast, styles[tone])}>
          {tone === 'gain' ? <CircleCheck size={20} aria-hidden /> : <CircleAlert size={20} aria-hidden />}
          {message}
        </div>
      ))}
    </div>
  )
}
