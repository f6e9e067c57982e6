import { resetPassword } from '@bittkosh/contract/auth'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { session } from '../api/session.ts'
import { useForm } from '../api/useForm.ts'
import { Banner } from '../kit/page/Banner.tsx'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { PasswordInput } from '../kit/forms/PasswordInput.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import styles from './auth.module.css'
import { AuthPage } from './AuthPage.tsx'

const route = getRouteApi('/reset-password')

export default function ResetPasswordPage() {
  const { t } = useLingui()
  const { token } = route.useSearch()
  const [done, setDone] = useState(false)
  return (
    <AuthPage title={t`Choose a new password`}>
      {done ? (
        <>
          <Banner tone="gain">{t`Your password has been reset. Please sign in.`}</Banner>
          <ButtonLink to="/login" wide>{t`Login`}</ButtonLink>
        </>
      ) : token ? (
        <ResetForm token={token} onDone={() => setDone(true)} />
      ) : (
        <>
          <Banner tone="loss">{t`This reset link is no longer valid. Please request a new one.`}</Banner>
          <ButtonLink to="/login" wide>{t`Back to login`}</ButtonLink>
        </>
      )}
    </AuthPage>
  )
}

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useLingui()
  const form = useForm({
    endpoint: resetPassword,
    initial: { password: '', password_confirmation: '' },
    body: (typed) => ({ ...typed, token }),
    fallback: t`Failed to update password`,
    onDone: () => {
      endedHereToo().catch(console.warn)
      onDone()
    },
  })
  const differs = form.values.password_confirmation !== '' && form.values.password !== form.values.password_confirmation
  return (
    <form {...form.props} className={styles.form}>
      <Field
        label={t`New password`}
        error={form.errors.password}
        hint={t`At least 8 characters. A few words together are easy to remember.`}
      >
        <PasswordInput {...form.bind('password')} autoComplete="new-password" />
      </Field>
      <Field
        label={t`Confirm new password`}
        error={form.errors.password_confirmation}
        hint={differs && t`Passwords do not match`}
      >
        <PasswordInput {...form.bind('password_confirmation')} autoComplete="new-password" />
      </Field>
      <p>{t`All devices will be signed out, and withdrawals and BittPay will be paused for 72 hours.`}</p>
      <Submit
        form={form}
        wide
        ifUnanswered={
          <Trans>
            We got no response, so your password may have been changed. <Link to="/login">Sign in</Link> with the new
            one to find out.
          </Trans>
        }
      >{t`Set new password`}</Submit>
    </form>
  )
}

/** The reset ended the sessions of one account. Only the server knows whether that account is signed in here: its 401 ends the session. */
async function endedHereToo() {
  if (!session.get()) return
  const [{ call }, { listSessions }] = await Promise.all([
    import('../api/client.ts'),
    import('@bittkosh/contract/sessions'), // few people are signed in here
  ])
  await call(listSessions, {}, { isBackground: true })
}
