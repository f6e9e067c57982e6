import { ErrorBanner } from '../page/Banner.tsx'
import { Button, type ButtonProps } from '../actions/Button.tsx'
import { MayBeDone } from '../money/MayBeDone.tsx'
import styles from './Submit.module.css'

type SubmitProps = Omit<ButtonProps, 'form' | 'type' | 'running'> & {
  /** From `useForm` or `useRefusal` of the api. */
  form: { failure: string | null; running: boolean; unanswered?: boolean }
}

/** The foot of a form: its button and, right above it, why the form could not be sent and, for money, whether that is certain. */
export function Submit({ form: { failure, running, unanswered }, ...button }: SubmitProps) {
  return (
    <div className={styles.submit}>
      {unanswered && button.money && <MayBeDone />}
      <ErrorBanner message={failure} />
      <Button {...button} type="submit" running={running} />
    </div>
  )
}
