import { useLingui } from '@lingui/react/macro'
import { Landmark } from 'lucide-react'
import { failureMessage } from '../api/failure.ts'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { useMethods } from '../methods/api.ts'
import { DepositForm } from './DepositForm.tsx'
import { DepositHistory } from './DepositHistory.tsx'

export default function AddBalancePage() {
  const { t } = useLingui()
  const methods = useMethods()
  return (
    <Page
      title={t`Add Balance`}
      lead={t`Pay outside the app, then tell us the transaction ID.`}
      aside={<DepositHistory />}
    >
      {methods.isPending ? (
        <Skeleton height={640} />
      ) : !methods.data ? (
        <FailedState
          message={failureMessage(methods.error, t`Failed to load payment methods`)}
          running={methods.isFetching}
          onRetry={() => void methods.refetch()}
        />
      ) : methods.data.length === 0 ? (
        <EmptyState
          icon={<Landmark size={24} aria-hidden />}
          title={t`No payment method is open right now`}
          action={<ButtonLink to="/support" variant="secondary">{t`Contact support`}</ButtonLink>}
        >
          {t`Please come back a little later, or ask support.`}
        </EmptyState>
      ) : (
        <DepositForm methods={methods.data} />
      )}
    </Page>
  )
}
