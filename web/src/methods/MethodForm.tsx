import {
  createMethod,
  type DepositMethod,
  listMethods,
  type MethodType,
  updateMethod,
} from '@bittkosh/contract/methods'
import { uploadPayeePicture } from '@bittkosh/contract/uploads'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useAction } from '../api/useAction.ts'
import { useEdit } from '../api/useEdit.ts'
import { useDraftForm } from '../api/useDraftForm.ts'
import { Checkbox } from '../kit/forms/Checkbox.tsx'
import { EditDialog } from '../kit/overlays/EditDialog.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { InHindi } from '../kit/forms/InHindi.tsx'
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
  // The IFSC code that the server found in no list: it is saved once the admin confirms it.
  const [unknownIfsc, setUnknownIfsc] = useState<string | null>(null)
  const form = useDraftForm({
    draft: version.draft,
    endpoint: method ? updateMethod : createMethod,
    initial: typedMethod(method),
    body: (typed) => ({
      ...wireMethod(typed),
      ...version.body,
      ...(typed.ifsc_code === unknownIfsc && { confirm_payee: typed.confirm_payee }),
    }),
    onRefused: (error) => {
      if (error.code === 'payee_unconfirmed') {
        setUnknownIfsc(form.values.ifsc_code)
        form.set('confirm_payee', false)
      }
      version.onRefused(error)
    },
    ...(method && { params: { id: method.id } }),
    fallback: t`Failed to save deposit method`,
    refreshes: [listMethods],
    onDone: () => {
      toast(t`Deposit method saved`)
      onClose()
    },
    onSent: () => {
      form.discard() // the proposal has it now
      onClose()
    },
  })
  const upload = useAction({
    endpoint: uploadPayeePicture,
    fallback: t`Failed to upload image`,
    inPlace: true,
    onDone: ({ url }) => form.set('qr_code_url', url),
  })
  function send(file: File) {
    const body = new FormData()
    body.append('image', file)
    void upload.run({ body })
  }
  const types: { value: MethodType; label: string }[] = [
    { value: 'upi', label: t`UPI` },
    { value: 'bank', label: t`Bank` },
    { value: 'crypto', label: t`Crypto` },
  ]
  return (
    <EditDialog
      title={method ? t`Edit deposit method` : t`Add deposit method`}
      form={{
        ...form,
        running: form.running || upload.running, // saving waits for the upload of the picture
        failure: form.failure ?? upload.failure,
      }}
      edit={edit}
      size="wide"
      onClose={onClose}
    >
      <Segmented label={t`Type`} options={types} value={form.values.type} onChange={(type) => form.set('type', type)} />
      <Field label={t`Name`} hint={t`What users see, such as ‘UPI’ or ‘HDFC Bank’`} error={form.errors.name}>
        <TextInput {...form.bind('name')} data-first-focus dense maxLength={100} />
      </Field>
      <InHindi label={t`Name`} {...form.bind('name_hi')} error={form.errors.name_hi} maxLength={100} />
      <MethodDetails
        type={form.values.type}
        bind={form.bind}
        errorOf={(field) => form.errors[`details.${field}`]}
        picture={{ isSending: upload.running, send }}
      />
      {form.values.type === 'bank' && form.values.ifsc_code === unknownIfsc && (
        <Checkbox
          label={t`I checked this IFSC against the bank’s documents: it is correct`}
          checked={form.values.confirm_payee}
          onChange={(confirmed) => form.set('confirm_payee', confirmed)}
        />
      )}
      <Field label={t`Instructions`} hint={t`Shown above the payment details`} error={form.errors.instructions}>
        <TextArea {...form.bind('instructions')} rows={3} maxLength={2000} />
      </Field>
      <InHindi
        label={t`Instructions`}
        {...form.bind('instructions_hi')}
        error={form.errors.instructions_hi}
        rows={3}
        maxLength={2000}
      />
      <Checkbox
        label={t`Active: users can choose it`}
        checked={form.values.is_active}
        onChange={(checked) => form.set('is_active', checked)}
      />
      <MethodPreview typed={form.values} />
    </EditDialog>
  )
}
