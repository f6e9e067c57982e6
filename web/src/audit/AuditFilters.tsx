import { auditActions, auditSubjects } from '@bittkosh/contract/audit'
import { listUsers } from '@bittkosh/contract/users'
import { actText, kindText } from '@bittkosh/contract/words/audit'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { reading } from '../api/queries.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { useLanguage } from '../kit/device/language.ts'
import { Select } from '../kit/forms/Select.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { cx } from '../kit/page/cx.ts'
import type { AuditSearch } from './api.ts'
import styles from './AuditFilters.module.css'

/** By record, action, admin and day; the applied filters are in the address. */
export function AuditFilters({ search, onApply }: { search: AuditSearch; onApply: (search: AuditSearch) => void }) {
  const { t } = useLingui()
  const language = useLanguage()
  const [subject, setSubject] = useState(search.subject ?? '')
  const [id, setId] = useState(String(search.id ?? ''))
  const [action, setAction] = useState(search.action ?? '')
  const [admin, setAdmin] = useState(String(search.admin ?? ''))
  const [from, setFrom] = useState(search.from ?? '')
  const [to, setTo] = useState(search.to ?? '')
  const { page: _, ...narrowing } = search
  const [isOpen, setOpen] = useState(Object.keys(narrowing).length > 0)
  const admins = useQuery(reading(listUsers, { query: { role: 'admin', sort: 'name', per_page: 100 } }))

  function apply(event: FormEvent) {
    event.preventDefault()
    onApply({
      ...(subject !== '' && { subject }),
      ...(Number(id) > 0 && { id: Number(id) }),
      ...(action !== '' && { action }),
      ...(admin !== '' && { admin: Number(admin) }),
      ...(from !== '' && { from }),
      ...(to !== '' && { to }),
    })
  }

  const subjects = auditSubjects.map((value) => ({ value, label: kindText(language, value) }))
  const actions = auditActions.map((value) => ({ value, label: actText(language, value) }))
  const people = admins.data?.data.map((one) => ({ value: String(one.id), label: `${one.name} · ${one.email}` })) ?? []
  return (
    <>
      <div className={styles.unfold}>
        <Button
          variant="secondary"
          size="dense"
          icon={<SlidersHorizontal size={16} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >{t`Filter the log`}</Button>
      </div>
      <form
        className={cx(styles.filters, !isOpen && styles.folded)}
        onSubmit={apply}
        role="search"
        aria-label={t`Filter the log`}
      >
        <Field label={t`Record`} optional>
          <Select dense value={subject} onChange={setSubject} options={withAll(subjects, subject, t`All`)} />
        </Field>
        <Field label={t`Record number`} optional>
          <TextInput dense inputMode="numeric" value={id} onChange={setId} />
        </Field>
        <Field label={t`What`} optional>
          <Select dense value={action} onChange={setAction} options={withAll(actions, action, t`All`)} />
        </Field>
        <Field label={t`Who`} optional>
          <Select dense value={admin} onChange={setAdmin} options={withAll(people, admin, t`All`)} />
        </Field>
        <Field label={t({ message: 'From', context: 'days' })} optional>
          <TextInput dense type="date" value={from} onChange={setFrom} />
        </Field>
        <Field label={t({ message: 'To', context: 'days' })} optional>
          <TextInput dense type="date" value={to} onChange={setTo} />
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
    </>
  )
}

type Option = { value: string; label: string }

/** The address may name a value that no list contains: a setting by its key, a deleted admin. */
function withAll(options: readonly Option[], chosen: string, all: string): Option[] {
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen)
  return [{ value: '', label: all }, ...(isKnown ? [] : [{ value: chosen, label: chosen }]), ...options]
}
