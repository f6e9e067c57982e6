import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useForm } from '../api/useForm.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { PasswordInput } from '../kit/forms/PasswordInput.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import styles from './auth.module.css'
import { AuthPage } from './AuthPage.tsx'
import { useSignedIn } from './useSignedIn.ts'

// Nobody can sign in before the page is shown, so the page doesn't wait for it.
const login = () => import('@bittkosh/contract/auth').then((auth) => auth.login)
// Few people forget their password; nobody else downloads the dialog.
const ForgotPassword = lazy(() => import('./ForgotPassword.tsx'))
// Few people come here because their session ended.
const SessionEnded = lazy(() => import('./SessionEnded.tsx'))

export default function LoginPage() {
  const { t } = useLingui()
  const signedIn = useSignedIn()
  const hasEnded = useRouterState({ select: ({ location }) => location.state.endedFor !== undefined })
  const [forgotOpen, setForgotOpen] = useState(false)
  const [asksForCode, setAsksForCode] = useState(false)
  const form = useForm({
    endpoint: login,
    initial: { login: '', password: '', code: '' },
    body: ({ code, ...typed }) => ({ ...typed, ...(code.trim() && { code }) }),
    fallback: t`Invalid email or password`,
    onDone: (reply) => signedIn(reply),
    onRefused: ({ code }) => setAsksForCode((asked) => asked || code === 'second_factor_required'),
  })
  return (
    <AuthPage
      title={t`Login`}
      below={
        <Trans>
          New here? <Link to="/register">Create an account</Link>
        </Trans>
      }
    >
      {hasEnded && (
        <Suspense>
          <SessionEnded />
        </Suspense>
      )}
      <form {...form.props} className={styles.form}>
        <Field label={t`E-mail or phone`} error={form.errors.login}>
          <TextInput
            {...form.bind('login')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="email"
          />
        </Field>
        <Field label={t`Password`} error={form.errors.password}>
          <PasswordInput {...form.bind('password')} autoComplete="current-password" />
        </Field>
        {asksForCode && (
          <Field
            label={t`Code from your authenticator app`}
            hint={t`Six digits, or one of your recovery codes`}
            error={form.errors.code}
          >
            <TextInput
              {...form.bind('code')}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
            />
          </Field>
        )}
        <div className={styles.forgot}>
          <Button variant="quiet" onClick={() => setForgotOpen(true)}>{t`Forgot your password?`}</Button>
        </div>
        <Submit form={form} wide>{t`Login`}</Submit>
      </form>
      {forgotOpen && (
        <Suspense>
          <ForgotPassword onClose={() => setForgotOpen(false)} email={form.values.login} />
        </Suspense>
      )}
    </AuthPage>
  )
}
