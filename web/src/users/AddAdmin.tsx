import type { Role } from '@bittkosh/contract/roles'
import { createAdmin, listAdmins } from '@bittkosh/contract/team'
import { useLingui } from '@lingui/react/macro'
import { useForm } from '../api/useForm.ts'
import { MayBeDone } from '../kit/money/MayBeDone.tsx'
import { ErrorBanner } from '../kit/page/Banner.tsx'
import { Button } from '../kit/actions/Button.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { PasswordInput } from '../kit/forms/PasswordInput.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { RolesField } from './RolesField.tsx'
import styles from './Users.module.css'

const startingRoles: Role[] = ['viewer']

export function AddAdmin({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const form = useForm({
    endpoint: createAdmin,
    initial: { name: '', email: '', phone: '', password: '', roles: startingRoles },
    body: (typed) => typed,
    fallback: t`Failed to add the admin`,
    refreshes: [listAdmins],
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
          {form.unanswered && <MayBeDone />}
          <ErrorBanner message={form.failure} />
          <Button variant="secondary" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="add-admin" running={form.running}>{t`Add admin`}</Button>
        </>
      }
    >
      <form {...form.props} id="add-admin" className={styles.form}>
        <p>{t`Everything an admin does is in the audit log. The other admins are notified by mail.`}</p>
        <Field label={t`Name`} error={form.errors.name}>
          <TextInput {...form.bind('name')} data-first-focus dense autoComplete="off" />
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
        <RolesField
          roles={form.values.roles}
          error={form.errors.roles}
          onChange={(roles) => form.set('roles', roles)}
        />
      </form>
    </Modal>
  )
}
