import { type Category, createCategory, listAllCategories, updateCategory } from '@bittkosh/contract/plans'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { useForm } from '../api/useForm.ts'
import { call } from '../api/client.ts'
import { useTrail } from '../api/useTrail.ts'
import { useVersion } from '../api/useVersion.ts'
import { RecordTrail } from '../kit/Trail.tsx'
import { ChangedMeanwhile } from '../kit/ChangedMeanwhile.tsx'
import { ErrorBanner } from '../kit/Banner.tsx'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Field } from '../kit/Field.tsx'
import { Modal } from '../kit/Modal.tsx'
import { TextArea, TextInput } from '../kit/TextInput.tsx'
import { toast } from '../kit/toast.ts'
import styles from './Admin.module.css'
import { planLists } from './api.ts'

type CategoryFormProps = {
  /** Null adds a new one. */
  category: Category | null
  onClose: () => void
}

export function CategoryForm({ category, onClose }: CategoryFormProps) {
  return category ? <EditCategory category={category} onClose={onClose} /> : <AddCategory onClose={onClose} />
}

function AddCategory({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const form = useForm({
    endpoint: createCategory,
    initial: { name: '', description: '', is_active: true },
    body: (typed) => typed,
    fallback: t`Failed to save category`,
    refreshes: planLists,
    onDone: () => {
      toast(t`Category added`)
      onClose()
    },
  })
  return <Fields form={form} title={t`Add category`} onClose={onClose} />
}

function EditCategory({ category, onClose }: { category: Category; onClose: () => void }) {
  const { t } = useLingui()
  const version = useVersion(category, async () =>
    (await call(listAllCategories, {})).find(({ id }) => id === category.id),
  )
  const trail = useTrail('category', category.id, { isOpen: version.isStale })
  const form = useForm({
    endpoint: updateCategory,
    params: { id: category.id },
    initial: { name: category.name, description: category.description, is_active: category.is_active },
    body: (typed) => ({ ...typed, ...version.body }),
    onRefused: version.onRefused,
    fallback: t`Failed to save category`,
    refreshes: planLists,
    onDone: () => {
      toast(t`Category saved`)
      onClose()
    },
  })
  return (
    <Fields
      form={form}
      title={t`Edit ${category.name}`}
      onClose={onClose}
      notice={<ChangedMeanwhile isStale={version.isStale} />}
      foot={<RecordTrail {...trail} />}
    />
  )
}

type Typed = { name: string; description: string; is_active: boolean }
type FieldsProps = {
  form: Omit<ReturnType<typeof useForm<Typed, typeof createCategory>>, 'reset' | 'submit'>
  title: string
  onClose: () => void
  notice?: ReactNode
  foot?: ReactNode
}

function Fields({ form, title, onClose, notice, foot }: FieldsProps) {
  const { t } = useLingui()
  const formId = useId()
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} running={form.running}>{t`Save`}</Button>
        </>
      }
    >
      <form {...form.props} id={formId} className={styles.form}>
        <ErrorBanner message={form.failure} />
        {notice}
        <Field label={t`Name`} error={form.errors['name']}>
          <TextInput {...form.bind('name')} dense />
        </Field>
        <Field label={t`Description`} error={form.errors['description']}>
          <TextArea {...form.bind('description')} rows={3} />
        </Field>
        <Checkbox
          label={t`Active: its plans are offered`}
          checked={form.values.is_active}
          onChange={(checked) => form.set('is_active', checked)}
        />
        {foot}
      </form>
    </Modal>
  )
}
