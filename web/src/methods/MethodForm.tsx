import {
  createMethod,
  type DepositMethod,
  listMethods,
  type MethodType,
  updateMethod,
} from '@bittkosh/contract/methods'
import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
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
import { Segmented } from '../kit/Segmented.tsx'
import { TextArea, TextInput } from '../kit/TextInput.tsx'
import { toast } from '../kit/toast.ts'
import { MethodDetails } from './MethodDetails.tsx'
import styles from './Methods.module.css'
import { MethodPreview } from './MethodPreview.tsx'
import { typedMethod, wireMethod } from './methodDraft.ts'

/** Adds a method (`method` null) or changes one. */
export function MethodForm({ method, onClose }: { method: DepositMethod | null; onClose: () => void }) {
  const { t } = useLingui()
  const formId = useId()
  const version = useVersion(method, async () => (await call(listMethods, {})).find(({ id }) => id === method?.id))
  const trail = useTrail('deposit method', method?.id, { isOpen: version.isStale })
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
  })
  const types: { value: MethodType; label: string }[] = [
    { value: 'upi', label: t`UPI` },
    { value: 'bank', label: t`Bank` },
    { value: 'crypto', label: t`Crypto` },
  ]
  return (
    <Modal
      open
      onClose={onClose}
      title={method ? t`Edit deposit method` : t`Add deposit method`}
      size="wide"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} running={form.running}>{t`Save`}</Button>
        </>
      }
    >
      <form id={formId} {...form.props} className={styles.form}>
        <ErrorBanner message={form.failure} />
        <ChangedMeanwhile isStale={version.isStale} />
        <Segmented
          label={t`Type`}
          options={types}
          value={form.values.type}
          onChange={(type) => form.set('type', type)}
        />
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
        {method && <RecordTrail {...trail} />}
      </form>
    </Modal>
  )
}
