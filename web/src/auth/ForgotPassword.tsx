import { forgotPassword } from '@bittkosh/contract/auth'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useForm } from '../api/useForm.ts'
import { Banner } from '../kit/page/Banner.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import styles from './auth.module.css'

const CLOSES_AFTER_MS = 3000

type ForgotPasswordProps = { onClose: () => void; email: string }

export default function ForgotPassword({ onClose, email }: ForgotPasswordProps) {
  const { t } = useLingui()
  return (
    <Modal open onClose={onClose} title={t`Forgot your password?`}>
      <ForgotForm onClose={onClose} email={email.includes('@') ? email : ''} />
    </Modal>
  )
}

function ForgotForm({ onClose, email }: ForgotPasswordProps) {
  const { t } = useLingui()
  const [sent, setSent] = useState(false)
  const form = useForm({
    endpoint: forgotPassword,
    initial: { email },
    body: (typed) => typed,
    fallback: t`Failed to send reset link`,
    onDone: () => setSent(true),
  })

  useEffect(() => {
    if (!sent) return
    const timer = setTimeout(onClose, CLOSES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [sent, onClose])

  if (sent)
    return (
      <Banner tone="gain">{t`If this e-mail address is registered, a link to reset the password is on its way.`}</Banner>
    )
  return (
    <form {...form.props} className={styles.form}>
      <p>{t`We'll e-mail you a link to choose a new password. It works for 30 minutes.`}</p>
      <Field label={t`E-mail`} error={form.errors.email}>
        <TextInput {...form.bind('email')} type="email" autoComplete="email" />
      </Field>
      <Submit form={form} wide>{t`Send reset link`}</Submit>
    </form>
  )
}
