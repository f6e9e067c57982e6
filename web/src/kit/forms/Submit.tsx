import { ErrorBanner } from '../page/Banner.tsx'
import { Button, type ButtonProps } from '../actions/Button.tsx'
import styles from './Submit.module.css'

type SubmitProps = Omit<ButtonProps, 'form' | 'type' | 'running'> & {
  /** From `useForm` or `useRefusal` of the api. */
  form: { failure: string | null; running: boolean }
}

/** The foot of a form: its button and, right above it, why the form could not be sent. */
export function Submit({ form: { failure, running }, ...button }: SubmitProps) {
  return (
    <div className={styles.submit}>
      <ErrorBanner message={failure} />
      <Button {...button} type="submit" running={running} />
    </div>
  )
}
