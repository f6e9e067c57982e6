import { createAdmin } from '@bittkosh/contract/auth'
import { listUsers } from '@bittkosh/contract/users'
import { useLingui } from '@lingui/react/macro'
import { useForm } from '../api/useForm.ts'
import { ErrorBanner } from '../kit/page/Banner.tsx'
import { Button } from '../kit/actions/Button.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { PasswordInput } from '../kit/forms/PasswordInput.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { toast } from '../kit/overlays/toast.ts'
import styles from './Users.module.css'

export function AddAdmin({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const form = useForm({
    endpoint: createAdmin,
    initial: { name: '', email: '', phone: '', password: '' },
    body: (typed) => typed,
    fallback: t`Failed to add the admin`,
    refreshes: [listUsers],
    onDone: ({ name }) => {
      toast(t`${name} is an admin now`)
      onClose()
    },
    onSent: onClose,
  })
  return (
    <Modal
      open
      onClose={onClose}
      title={t`Add an admin`}
      footer={
        <>
          <ErrorBanner message={form.failure} />
          <Button variant="secondary" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="add-admin" running={form.running}>{t`Add admin`}</Button>
        </>
      }
    >
      <form {...form.props} id="add-admin" className={styles.form}>
        <p>{t`An admin sees every user and decides about money. What each one does stands in the audit log.`}</p>
        <Field label={t`Name`} error={form.errors.name}>
          <TextInput {...form.bind('name')} dense autoComplete="off" />
        </Field>
        <Field label={t`E-mail`} error={form.errors.email}>
          <TextInput {...form.bind('email')} dense type="email" autoComplete="off" spellCheck={false} />
        </Field>
        <Field label={t`Phone`} error={form.errors.phone}>
          <TextInput {...form.bind('phone')} dense type="tel" inputMode="tel" autoComplete="off" />
        </Field>
        <Field
          label={t`Password`}
          error={form.errors.password}
          hint={t`At least 8 characters. Hand it over in person or by phone.`}
        >
          <PasswordInput {...form.bind('password')} dense autoComplete="new-password" />
        </Field>
      </form>
    </Modal>
  )
}
