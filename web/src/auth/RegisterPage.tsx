import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useForm } from '../api/useForm.ts'
import { Field } from '../kit/forms/Field.tsx'
import { PasswordInput } from '../kit/forms/PasswordInput.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import styles from './auth.module.css'
import { AuthPage } from './AuthPage.tsx'
import { useSignedIn } from './useSignedIn.ts'

const register = () => import('@bittkosh/contract/auth').then((auth) => auth.register) // as in LoginPage
const route = getRouteApi('/register')

// What is typed here is stored nowhere, because of the password.
const besideForm = { target: '_blank', rel: 'noreferrer' }

export default function RegisterPage() {
  const { t } = useLingui()
  const { ref, email, claim } = route.useSearch()
  const signedIn = useSignedIn()
  const form = useForm({
    endpoint: register,
    initial: { name: '', email: email ?? '', phone: '', password: '', referral_code: ref ?? '' },
    body: (typed) => (claim === undefined ? typed : { ...typed, claim_token: claim }),
    fallback: t`Failed to create account`,
    onDone: (reply) => signedIn(reply),
  })
  return (
    <AuthPage
      title={t`Register`}
      below={
        <Trans>
          Already registered? <Link to="/login">Login</Link>
        </Trans>
      }
    >
      <form {...form.props} className={styles.form}>
        <Field label={t`Full name`} error={form.errors.name}>
          <TextInput {...form.bind('name')} autoComplete="name" autoCapitalize="words" />
        </Field>
        <Field label={t`E-mail`} error={form.errors.email}>
          <TextInput {...form.bind('email')} type="email" autoComplete="email" />
        </Field>
        <Field label={t`Phone`} error={form.errors.phone} hint={t`Without a country code, +91 is assumed.`}>
          <TextInput {...form.bind('phone')} type="tel" autoComplete="tel" />
        </Field>
        <Field
          label={t`Password`}
          error={form.errors.password}
          hint={t`At least 8 characters. A few words together are easy to remember.`}
        >
          <PasswordInput {...form.bind('password')} autoComplete="new-password" />
        </Field>
        <Field label={t`Referral code`} optional error={form.errors.referral_code}>
          <TextInput
            {...form.bind('referral_code')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </Field>
        <Submit
          form={form}
          wide
          ifUnanswered={
            <Trans>
              We got no response, so your account may have been created. <Link to="/login">Sign in</Link> with the
              password you chose to find out.
            </Trans>
          }
        >{t`Create account`}</Submit>
        <p className={styles.terms}>
          <Trans>
            By creating an account you accept the{' '}
            <Link to="/terms" {...besideForm}>
              terms
            </Link>{' '}
            and have read the{' '}
            <Link to="/privacy" {...besideForm}>
              privacy notice
            </Link>
            .
          </Trans>
        </p>
      </form>
    </AuthPage>
  )
}
