import { useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { cx } from '../kit/page/cx.ts'
import styles from './Stepper.module.css'

const order = ['initiate', 'verify', 'success'] as const
export type StepName = (typeof order)[number]

/** The progress of the transfer: three steps, one after the other. */
export function Stepper({ current }: { current: StepName }) {
  const { t } = useLingui()
  const names = { initiate: t`Initiate`, verify: t`Verify OTP`, success: t`Success` }
  const reached = order.indexOf(current)
  return (
    <ol className={styles.steps} aria-label={t`Steps`}>
      {order.map((step, index) => {
        const isDone = index < reached || current === 'success'
        return (
          <li
            key={step}
            className={cx(styles.step, index === reached && styles.current, isDone && styles.done)}
            aria-current={index === reached ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              {isDone ? <Check size={14} strokeWidth={3} /> : index + 1}
            </span>
            {names[step]}
          </li>
        )
      })}
    </ol>
  )
}
