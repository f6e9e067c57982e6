import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Button } from '../kit/Button.tsx'
import { Field } from '../kit/Field.tsx'
import { TextInput } from '../kit/TextInput.tsx'
import type { AuditSearch } from './api.ts'
import styles from './AuditFilters.module.css'

/** By record, action and admin; what is applied stands in the address. */
export function AuditFilters({ search, onApply }: { search: AuditSearch; onApply: (search: AuditSearch) => void }) {
  const { t } = useLingui()
  const [subject, setSubject] = useState(search.subject ?? '')
  const [id, setId] = useState(String(search.id ?? ''))
  const [action, setAction] = useState(search.action ?? '')
  const [admin, setAdmin] = useState(String(search.admin ?? ''))

  function apply(event: FormEvent) {
    event.preventDefault()
    onApply({
      ...(subject.trim() && { subject: subject.trim() }),
      ...(Number(id) > 0 && { id: Number(id) }),
      ...(action.trim() && { action: action.trim() }),
      ...(Number(admin) > 0 && { admin: Number(admin) }),
    })
  }

  return (
    <form className={styles.filters} onSubmit={apply} role="search" aria-label={t`Filter the log`}>
      <Field label={t`Record`} optional>
        <TextInput dense list="audit-subjects" value={subject} onChange={setSubject} />
      </Field>
      <datalist id="audit-subjects">
        {[
          'deposit',
          'withdrawal',
          'kyc',
          'user',
          'plan',
          'category',
          'package',
          'deposit method',
          'notification',
          'upcoming',
          'transfer',
        ].map((kind) => (
          <option key={kind}>{kind}</option>
        ))}
      </datalist>
      <Field label={t`Record’s number`} optional>
        <TextInput dense inputMode="numeric" value={id} onChange={setId} />
      </Field>
      <Field label={t`Action begins with`} optional>
        <TextInput dense value={action} onChange={setAction} />
      </Field>
      <Field label={t`Admin’s number`} optional>
        <TextInput dense inputMode="numeric" value={admin} onChange={setAdmin} />
      </Field>
      <span className={styles.buttons}>
        <Button type="submit" size="dense">
          <Trans>Filter</Trans>
        </Button>
        <Button variant="quiet" size="dense" onClick={() => onApply({})}>
          <Trans>Clear</Trans>
        </Button>
      </span>
    </form>
  )
}
