import { requestStates } from '@bittkosh/contract/requestStates'
import { useLingui } from '@lingui/react/macro'
import { IdCard, MailCheck } from 'lucide-react'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { Checklist } from '../kit/page/Checklist.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import type { Terms } from './draft.ts'

/** Shown until the e-mail address is confirmed and the first identity document approved: what is missing. */
export default function WithdrawalNeeds({
  terms: { email_verified: emailVerified, kyc_approved: kycApproved, kyc_status: status },
}: {
  terms: Pick<Terms, 'email_verified' | 'kyc_approved' | 'kyc_status'>
}) {
  const { t } = useLingui()
  const outcome = status && requestStates[status]
  const explanation =
    outcome === 'waits'
      ? t`Your document is being checked. We'll let you know as soon as it's decided.`
      : outcome === 'nothing'
        ? t`Your document was not accepted. The reason is on your profile, where you can submit it again.`
        : t`Before money leaves, we verify your identity. You need an Aadhar or a PAN and a photo of it.`
  return (
    <EmptyState
      icon={kycApproved ? <MailCheck size={28} aria-hidden /> : <IdCard size={28} aria-hidden />}
      isHeading
      title={kycApproved ? t`Confirm your e-mail` : t`KYC Verification Required`}
    >
      <Checklist
        items={[
          {
            label: t`E-mail address confirmed`,
            isMet: emailVerified,
            note: t`Enter the code we e-mailed you.`,
            action: (
              <ButtonLink
                to="/verify-email"
                variant={kycApproved ? 'primary' : 'secondary'}
              >{t`Confirm your e-mail`}</ButtonLink>
            ),
          },
          {
            label: t`Identity document approved`,
            isMet: kycApproved,
            note: (
              <>
                {status && <StatusBadge status={status} />} {explanation}
              </>
            ),
            action: (
              <ButtonLink
                to="/profile"
                hash="kyc"
                variant={outcome === 'waits' ? 'secondary' : 'primary'}
              >{t`Complete KYC`}</ButtonLink>
            ),
          },
        ]}
      />
    </EmptyState>
  )
}
