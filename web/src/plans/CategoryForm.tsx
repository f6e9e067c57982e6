import { type AdminCategory, createCategory, listAllCategories, updateCategory } from '@bittkosh/contract/plans'
import { useLingui } from '@lingui/react/macro'
import { call } from '../api/client.ts'
import { useEdit } from '../api/useEdit.ts'
import { useDraftForm } from '../api/useDraftForm.ts'
import { Checkbox } from '../kit/forms/Checkbox.tsx'
import { EditDialog } from '../kit/overlays/EditDialog.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { InHindi } from '../kit/forms/InHindi.tsx'
import { TextArea, TextInput } from '../kit/forms/TextInput.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { planLists } from './api.ts'

type CategoryFormProps = {
  /** Null adds a category. */
  category: AdminCategory | null
  onClose: () => void
}

export function CategoryForm({ category, onClose }: CategoryFormProps) {
  const { t } = useLingui()
  const { edit, ...version } = useEdit('category', {
    record: category,
    readList: () => call(listAllCategories, {}),
  })
  const form = useDraftForm({
    draft: version.draft,
    endpoint: category ? updateCategory : createCategory,
    ...(category && { params: { id: category.id } }),
    initial: {
      name: category?.name ?? '',
      description: category?.description ?? '',
      name_hi: category?.name_hi ?? '',
      description_hi: category?.description_hi ?? '',
      is_active: category?.is_active ?? true,
    },
    body: (typed) => ({ ...typed, ...version.body }),
    onRefused: version.onRefused,
    fallback: t`Failed to save category`,
    refreshes: planLists,
    onDone: () => {
      toast(category ? t`Category saved` : t`Category added`)
      onClose()
    },
  })
  return (
    <EditDialog title={category ? t`Edit ${category.name}` : t`Add category`} form={form} edit={edit} onClose={onClose}>
      <Field label={t`Name`} error={form.errors['name']}>
        <TextInput {...form.bind('name')} data-first-focus dense />
      </Field>
      <InHindi label={t`Name`} {...form.bind('name_hi')} error={form.errors['name_hi']} maxLength={100} />
      <Field label={t`Description`} error={form.errors['description']}>
        <TextArea {...form.bind('description')} rows={3} />
      </Field>
      <InHindi label={t`Description`} {...form.bind('description_hi')} error={form.errors['description_hi']} rows={3} />
      <Checkbox
        label={t`Active: its plans are offered`}
        checked={form.values.is_active}
        onChange={(checked) => form.set('is_active', checked)}
      />
    </EditDialog>
  )
}
