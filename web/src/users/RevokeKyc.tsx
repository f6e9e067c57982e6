import { type IdType, idTypeLabels, listPendingKyc, revokeKyc } from '@bittkosh/contract/kyc'
import { listUsers, userDetails } from '@bittkosh/contract/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { useForm } from '../api/useForm.ts'
import { Field } from '../kit/forms/Field.tsx'
import { useLanguage } from '../kit/device/language.ts'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { DecideDialog } from '../requests/DecideDialog.tsx'

type RevokeKycProps = {
  user: { id: number; name: string }
  document: { index: number; type: IdType }
  onClose: () => void
}

/** Takes the approval of a document back, with the reason that the user will read. */
export function RevokeKyc({ user, document, onClose }: RevokeKycProps) {
  const { t } = useLingui()
  const form = useForm({
    endpoint: revokeKyc,
    params: { userId: user.id },
    initial: { reason: '' },
    body: (typed) => ({ id_index: document.index, ...typed }),
    fallback: t`Failed to take the approval back`,
    refreshes: [listUsers, userDetails, listPendingKyc],
    onDone: () => {
      toast(t`The approval was taken back`)
      onClose()
    },
  })
  const { name } = user
  const what = idTypeLabels[useLanguage()][document.type]
  return (
    <DecideDialog
      title={t`Take the approval back`}
      decision={{ ...form, close: onClose }}
      confirmLabel={t`Take back`}
      danger
    >
      <p>
        <Trans>
          {what} of <strong>{name}</strong>: withdrawals and BittPay stop at once, also what was asked for before, until
          a document is approved again. They are told by notice and mail.
        </Trans>
      </p>
      <Field label={t`Reason, as the user will read it`} error={form.errors.reason}>
        <TextInput {...form.bind('reason')} data-first-focus maxLength={500} autoComplete="off" />
      </Field>
    </DecideDialog>
  )
}
