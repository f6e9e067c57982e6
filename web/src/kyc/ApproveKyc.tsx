import { idTypeLabels, type KycRequest, listPendingKyc, verifyKyc } from '@bittkosh/contract/kyc'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '../kit/device/language.ts'
import { useDecision } from '../requests/useDecision.ts'
import { DecideDialog } from '../requests/DecideDialog.tsx'
import type { ConfirmProps } from '../requests/RequestQueue.tsx'
import { RequestFlags } from '../requests/RequestParts.tsx'
import { usePersonWarnings } from '../requests/usePersonWarnings.ts'
import { useKycWarnings } from './risk.ts'

export function ApproveKyc({ request, ...dialog }: ConfirmProps & { request: KycRequest }) {
  const { t } = useLingui()
  const names = idTypeLabels[useLanguage()]
  const ofPerson = usePersonWarnings(request)
  const warningsOf = useKycWarnings()
  const document = request.pending_ids[0]
  const decision = useDecision({
    endpoint: verifyKyc,
    params: { userId: request.user_id },
    initial: {},
    body: () => ({ id_index: document?.index, kyc_id: request.kyc_id, status: 'approved' }),
    fallback: t`Failed to process KYC verification`,
    queue: listPendingKyc,
    success: t`KYC approved`,
    ...dialog,
  })
  return (
    <DecideDialog title={t`Approve KYC`} decision={decision} confirmLabel={t`Approve`} confirmFirst>
      <p>
        <Trans>
          {document && names[document.type]} {document?.id_number} of <strong>{request.name}</strong>. This user will
          then be able to withdraw. You can revoke the approval later, with a reason.
        </Trans>
      </p>
      <RequestFlags sentences={[...ofPerson, ...request.pending_ids.flatMap((id) => warningsOf(id.flags))]} />
    </DecideDialog>
  )
}
