import type { KycStatus } from '@bittkosh/contract/kyc'
import { requestStates } from '@bittkosh/contract/requests'
import { useLingui } from '@lingui/react/macro'
import { IdCard } from 'lucide-react'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'

/** Stands in the way until the first identity document is approved. */
export function KycRequired({ status }: { status: KycStatus | null }) {
  const { t } = useLingui()
  const outcome = status && requestStates[status]
  const explanation =
    outcome === 'waits'
      ? t`Your document is being checked. You will be told as soon as it is decided.`
      : outcome === 'nothing'
        ? t`Your document was not accepted. The reason stands on your profile, where you can submit it again.`
        : t`Before money leaves, we check who you are. It takes an Aadhar or a PAN and a photo of it.`
  return (
    <EmptyState
      icon={<IdCard size={28} aria-hidden />}
      title={t`KYC Verification Required`}
      action={<ButtonLink to="/profile" hash="kyc">{t`Complete KYC`}</ButtonLink>}
    >
      {status && <StatusBadge status={status} />}
      <p>{explanation}</p>
    </EmptyState>
  )
}
