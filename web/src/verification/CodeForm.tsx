import { getProfile } from '@bittkosh/contract/profile'
import { OTP_DIGITS, transferTerms } from '@bittkosh/contract/transfers'
import {
  getVerification,
  type resendEmailCode,
  type resendPhoneCode,
  type Verification,
  type verifyEmail,
  type verifyPhone,
} from '@bittkosh/contract/verification'
import { withdrawalTerms } from '@bittkosh/contract/withdrawals'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { refresh } from '../api/refresh.ts'
import { useAction } from '../api/useAction.ts'
import { useForm } from '../api/useForm.ts'
import { Link } from '@tanstack/react-router'
import { Button } from '../kit/actions/Button.tsx'
import { ErrorBanner } from '../kit/page/Banner.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { OtpInput } from '../kit/forms/OtpInput.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import { useNow } from '../kit/page/useNow.ts'
import styles from './verification.module.css'

type CodeFormProps = {
  endpoint: typeof verifyEmail | typeof verifyPhone
  resend: typeof resendEmailCode | typeof resendPhoneCode
  to: string
  label: string
  state: Verification['email']
  /** When the state was read: the countdown runs from there. */
  seenAt: number
}

/** The field for the code that was sent, and a button to send another one. */
export function CodeForm({ endpoint, resend, to, label, state, seenAt }: CodeFormProps) {
  const { t } = useLingui()
  const passed = Math.floor((useNow(1_000).getTime() - seenAt) / 1000)
  const wait = Math.max(0, state.resend_in_seconds - passed)
  const code = state.code && state.code.seconds_left > passed ? state.code : null
  const form = useForm({
    endpoint,
    initial: { code: '' },
    body: (typed) => typed,
    fallback: t`The code could not be checked`,
    refreshes: [getVerification, getProfile, withdrawalTerms, transferTerms],
    onRefused: () => void refresh(getVerification),
  })
  const another = useAction({
    endpoint: resend,
    fallback: t`The code could not be sent`,
    success: t`A new code is on its way`,
    inPlace: true,
    refreshes: [getVerification],
  })
  return (
    <form {...form.props} className={styles.form}>
      {code ? (
        <>
          <p>
            <Trans>
              We sent a code to <strong className={styles.contact}>{to}</strong>. It works for 30 minutes.
            </Trans>
          </p>
          <Field
            label={label}
            error={form.errors.code}
            hint={<Plural value={code.tries_left} one="# try left" other="# tries left" />}
          >
            <OtpInput value={form.values.code} onChange={(digits) => form.set('code', digits)} />
          </Field>
          <Submit
            form={form}
            wide
            why={form.values.code.length !== OTP_DIGITS && t`Enter all 6 digits of the code.`}
          >{t`Confirm`}</Submit>
        </>
      ) : (
        <p>
          <Trans>
            The code for <strong className={styles.contact}>{to}</strong> no longer works. Request a new one.
          </Trans>
        </p>
      )}
      <ErrorBanner message={another.failure} />
      <Button
        variant={code ? 'secondary' : 'primary'}
        wide
        running={another.running}
        why={wait > 0 && t`You can request another code in ${waitText(wait)}.`}
        onClick={() => void another.run({})}
      >{t`Send a new code`}</Button>
      <p className={styles.small}>
        <Trans>
          Didn't get it? Check your spam folder and the address above. If it's wrong,{' '}
          <Link to="/support">write to support</Link>.
        </Trans>
      </p>
    </form>
  )
}

/** '0:42', '12:05:00' */
function waitText(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
