import { listAudit } from '@bittkosh/contract/audit'
import { type IdType, idTypeLabels, listPendingKyc, revokeKyc } from '@bittkosh/contract/kyc'
import { listUsers, userDetails } from '@bittkosh/contract/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { useDraftForm } from '../api/useDraftForm.ts'
import { Field } from '../kit/forms/Field.tsx'
import { useLanguage } from '../kit/device/language.ts'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { DecideDialog } from '../requests/DecideDialog.tsx'

type RevokeKycProps = {
  user: { id: number; name: string }
  document: { id: number; index: number; type: IdType }
  onClose: () => void
}

/** Revokes the approval of a document, with the reason that the user will read. */
export default function RevokeKyc({ user, document, onClose }: RevokeKycProps) {
  const { t } = useLingui()
  const draft = `revoke kyc ${document.id}`
  const form = useDraftForm({
    draft,
    endpoint: revokeKyc,
    params: { userId: user.id },
    initial: { reason: '' },
    body: (typed) => ({ id_index: document.index, kyc_id: document.id, ...typed }),
    fallback: t`Failed to revoke the approval`,
    refreshes: [listUsers, userDetails, listPendingKyc, listAudit],
    onDone: () => {
      toast(t`The approval was revoked`)
      onClose()
    },
  })
  const { name } = user
  const what = idTypeLabels[useLanguage()][document.type]
  return (
    <DecideDialog title={t`Revoke the approval`} decision={{ ...form, close: onClose }} confirmLabel={t`Revoke`} danger>
      <p>
        <Trans>
          {what} of <strong>{name}</strong>: withdrawals and BittPay stop at once, including requests already made,
          until a document is approved again. They are notified in the app and by mail.
        </Trans>
      </p>
      <Field label={t`Reason, as the user will read it`} error={form.errors.reason}>
        <TextInput {...form.bind('reason')} data-first-focus maxLength={500} autoComplete="off" />
      </Field>
    </DecideDialog>
  )
}
