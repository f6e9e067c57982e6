import type { ReactNode } from 'react'
import { ErrorBanner } from '../page/Banner.tsx'
import { Button, type ButtonProps } from '../actions/Button.tsx'
import { MayBeDone } from '../money/MayBeDone.tsx'
import styles from './Submit.module.css'

type SubmitProps = Omit<ButtonProps, 'form' | 'type' | 'running'> & {
  /** From `useForm` or `useRefusal` of the api. */
  form: {
    failure: string | null
    running: boolean
    unanswered?: boolean
    isIdempotent?: boolean
    wasUnanswered?: boolean
  }
  /** What to do after an attempt without a reply, if the call is not idempotent. */
  ifUnanswered?: ReactNode
}

/** The foot of a form: its button and, right above it, why the form could not be sent and whether that is certain. */
export function Submit({ form, ifUnanswered, ...button }: SubmitProps) {
  return (
    <div className={styles.submit}>
      {form.unanswered && form.isIdempotent && <MayBeDone />}
      {form.wasUnanswered && ifUnanswered && <MayBeDone>{ifUnanswered}</MayBeDone>}
      <ErrorBanner message={form.failure} />
      <Button {...button} type="submit" running={form.running} />
    </div>
  )
}
