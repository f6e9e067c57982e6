import { type KycRequest, listPendingKyc, verifyKyc } from '@bittkosh/contract/kyc'
import { Trans, useLingui } from '@lingui/react/macro'
import { refresh } from '../api/refresh.ts'
import { useForm } from '../api/useForm.ts'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { toast } from '../kit/toast.ts'
import { useIdTypeNames } from './idTypeNames.ts'

type DecideProps = { request: KycRequest; onClose: () => void; onDone: () => void }

export function ApproveKyc({ request, onClose, onDone }: DecideProps) {
  const { t } = useLingui()
  const names = useIdTypeNames()
  const document = request.pending_ids[0]
  const form = useForm({
    endpoint: verifyKyc,
    params: { userId: request.user_id },
    initial: {},
    body: () => ({ id_index: document?.index, kyc_id: request.kyc_id, status: 'approved' }),
    fallback: t`Failed to process KYC verification`,
    refreshes: [listPendingKyc],
    onDone: () => {
      toast(t`KYC approved`)
      onDone()
    },
  })
  return (
    <ConfirmDialog
      open
      onClose={() => {
        void refresh(listPendingKyc) // a decision made elsewhere shows once this one is put away
        onClose()
      }}
      title={t`Approve KYC`}
      confirmLabel={t`Approve`}
      running={form.running}
      failure={form.failure}
      onConfirm={() => void form.submit()}
    >
      <Trans>
        {document && names[document.type]} {document?.id_number} of <strong>{request.name}</strong>. Withdrawals open
        for this user; an approval cannot be taken back.
      </Trans>
    </ConfirmDialog>
  )
}
