import { type KycRequest, listPendingKyc, verifyKyc } from '@bittkosh/contract/kyc'
import { kycReasons, rejectionOf } from '@bittkosh/contract/reasons'
import { kycReasonWords } from '@bittkosh/contract/words/kycReasons'
import { useLingui } from '@lingui/react/macro'
import { useLanguage } from '../kit/device/language.ts'
import { RejectDialog } from '../requests/DecideDialog.tsx'
import type { ConfirmProps } from '../requests/RequestQueue.tsx'
import { useDecision } from '../requests/useDecision.ts'

/** The user reads the reason and submits again; a rejection needs one. */
export function RejectKyc({ request, ...dialog }: ConfirmProps & { request: KycRequest }) {
  const { t } = useLingui()
  const words = kycReasonWords[useLanguage()]
  const document = request.pending_ids[0]
  const decision = useDecision({
    endpoint: verifyKyc,
    params: { userId: request.user_id },
    initial: { rejection_reason: '' },
    body: ({ rejection_reason: typed }) => {
      const { preset, note } = rejectionOf(typed, { reasons: kycReasons, words })
      return {
        id_index: document?.index,
        kyc_id: request.kyc_id,
        status: 'rejected',
        rejection_preset: preset,
        rejection_reason: note,
      }
    },
    fallback: t`Failed to process KYC verification`,
    queue: listPendingKyc,
    success: t`KYC rejected`,
    ...dialog,
  })

  return (
    <RejectDialog
      title={t`Reject KYC of ${request.name}`}
      decision={decision}
      disabled={decision.values.rejection_reason.trim() === ''}
      reason={{
        label: t`Rejection reason, as the user will read it`,
        presets: kycReasons.map((reason) => words[reason]),
        value: decision.values.rejection_reason,
        onChange: (reason) => decision.set('rejection_reason', reason),
        error: decision.errors.rejection_reason,
        missing: t`A rejection reason is required`,
      }}
    />
  )
}
