import { type KycRequest, listPendingKyc, verifyKyc } from '@bittkosh/contract/kyc'
import { useLingui } from '@lingui/react/macro'
import { useDecision } from '../api/useDecision.ts'
import { RejectDialog } from '../kit/DecideDialog.tsx'
import type { DecideProps } from '../kit/ReviewQueue.tsx'

/** The user reads the reason and submits again; without one it can't be sent. */
export function RejectKyc({ request, ...dialog }: DecideProps & { request: KycRequest }) {
  const { t } = useLingui()
  const document = request.pending_ids[0]
  const decision = useDecision({
    endpoint: verifyKyc,
    params: { userId: request.user_id },
    initial: { rejection_reason: '' },
    body: (typed) => ({ id_index: document?.index, kyc_id: request.kyc_id, status: 'rejected', ...typed }),
    fallback: t`Failed to process KYC verification`,
    queue: listPendingKyc,
    success: t`KYC rejected`,
    ...dialog,
  })
  const presets = [
    t`The photo is blurred or too dark. Please take it again in daylight.`,
    t`Part of the card is cut off. All four corners must be visible.`,
    t`The number typed does not match the card.`,
    t`The name on the card does not match your account.`,
    t`This is not the document that was chosen.`,
    t`The photo shows a screen or a copy. Please photograph the card itself.`,
  ]

  return (
    <RejectDialog
      title={t`Reject KYC of ${request.name}`}
      decision={decision}
      disabled={decision.values.rejection_reason.trim() === ''}
      reason={{
        label: t`Rejection reason, as the user will read it`,
        presets,
        value: decision.values.rejection_reason,
        onChange: (reason) => decision.set('rejection_reason', reason),
        error: decision.errors.rejection_reason,
        missing: t`A rejection reason is required`,
      }}
    />
  )
}
