import { listSessions } from '@bittkosh/contract/sessions'
import { getProfile, passwordChange, updateProfile } from '@bittkosh/contract/profile'
import { useLingui } from '@lingui/react/macro'
import { session } from '../api/session.ts'
import { useForm } from '../api/useForm.ts'
import { Field } from '../kit/forms/Field.tsx'
import { PasswordInput } from '../kit/forms/PasswordInput.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { Submit } from '../kit/forms/Submit.tsx'
import styles from './profile.module.css'

// The call accepts two bodies; with the shape of this form alone its fields are validated one by one before it is sent.
const changePassword = { ...updateProfile, body: passwordChange }

export function PasswordForm({ onDone }: { onDone?: () => void }) {
  const { t } = useLingui()
  const form = useForm({
    endpoint: changePassword,
    initial: { current_password: '', new_password: '', new_password_confirmation: '' },
    body: (typed) => typed,
    fallback: t`Failed to update password`,
    refreshes: [listSessions, getProfile],
    onDone: () => {
      toast(t`Password updated successfully`)
      session.requirePasswordChange(false)
      form.reset()
      onDone?.()
    },
  })
  const { new_password: next, new_password_confirmation: again } = form.values
  return (
    <form {...form.props} className={styles.form}>
      <Field label={t`Current password`} error={form.errors.current_password}>
        <PasswordInput {...form.bind('current_password')} autoComplete="current-password" />
      </Field>
      <Field
        label={t`New password`}
        error={form.errors.new_password}
        hint={t`At least 8 characters. A few words together are easy to remember.`}
      >
        <PasswordInput {...form.bind('new_password')} autoComplete="new-password" />
      </Field>
      <Field
        label={t`Confirm new password`}
        error={form.errors.new_password_confirmation}
        hint={again !== '' && next !== again && t`Passwords do not match`}
      >
        <PasswordInput {...form.bind('new_password_confirmation')} autoComplete="new-password" />
      </Field>
      <Submit form={form} wide>{t`Change password`}</Submit>
    </form>
  )
}
