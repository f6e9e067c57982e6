import {
  createMethod,
  type DepositMethod,
  listMethods,
  type MethodType,
  updateMethod,
} from '@bittkosh/contract/methods'
import { useLingui } from '@lingui/react/macro'
import { call } from '../api/client.ts'
import { useEdit } from '../api/useEdit.ts'
import { useForm } from '../api/useForm.ts'
import { Checkbox } from '../kit/forms/Checkbox.tsx'
import { EditDialog } from '../kit/overlays/EditDialog.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { Segmented } from '../kit/actions/Segmented.tsx'
import { TextArea, TextInput } from '../kit/forms/TextInput.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { MethodDetails } from './MethodDetails.tsx'
import { MethodPreview } from './MethodPreview.tsx'
import { typedMethod, wireMethod } from './methodDraft.ts'

/** Adds a method (`method` null) or changes one. */
export function MethodForm({ method, onClose }: { method: DepositMethod | null; onClose: () => void }) {
  const { t } = useLingui()
  const { edit, ...version } = useEdit('deposit method', { record: method, readList: () => call(listMethods, {}) })
  const form = useForm({
    endpoint: method ? updateMethod : createMethod,
    initial: typedMethod(method),
    body: (typed) => ({ ...wireMethod(typed), ...version.body }),
    onRefused: version.onRefused,
    ...(method && { params: { id: method.id } }),
    fallback: t`Failed to save deposit method`,
    refreshes: [listMethods],
    onDone: () => {
      toast(t`Deposit method saved`)
      onClose()
    },
    onSent: onClose,
  })
  const types: { value: MethodType; label: string }[] = [
    { value: 'upi', label: t`UPI` },
    { value: 'bank', label: t`Bank` },
    { value: 'crypto', label: t`Crypto` },
  ]
  return (
    <EditDialog
      title={method ? t`Edit deposit method` : t`Add deposit method`}
      form={form}
      edit={edit}
      size="wide"
      onClose={onClose}
    >
      <Segmented label={t`Type`} options={types} value={form.values.type} onChange={(type) => form.set('type', type)} />
      <Field label={t`Name`} hint={t`How users see it, such as ‘UPI’ or ‘HDFC Bank’`} error={form.errors.name}>
        <TextInput {...form.bind('name')} dense maxLength={100} />
      </Field>
      <MethodDetails type={form.values.type} bind={form.bind} errorOf={(field) => form.errors[`details.${field}`]} />
      <Field label={t`Instructions`} hint={t`Stands above the payment details`} error={form.errors.instructions}>
        <TextArea {...form.bind('instructions')} rows={3} maxLength={2000} />
      </Field>
      <Checkbox
        label={t`Active: users can choose it`}
        checked={form.values.is_active}
        onChange={(checked) => form.set('is_active', checked)}
      />
      <MethodPreview typed={form.values} />
    </EditDialog>
  )
}
