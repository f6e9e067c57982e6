import { withdrawalTerms } from '@bittkosh/contract/withdrawals'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureMessage } from '../api/failure.ts'
import { reading } from '../api/queries.ts'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { Banner } from '../kit/page/Banner.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { When } from '../kit/page/When.tsx'
import { KycRequired } from './KycRequired.tsx'
import { WithdrawalHistory } from './WithdrawalHistory.tsx'
import { WithdrawForm } from './WithdrawForm.tsx'

export default function WithdrawPage() {
  const { t } = useLingui()
  const terms = useQuery(reading(withdrawalTerms))
  const title = t`Withdraw`

  if (terms.data && !terms.data.kyc_approved)
    return (
      <Page title={title}>
        <KycRequired status={terms.data.kyc_status} />
      </Page>
    )
  return (
    <Page title={title} aside={<WithdrawalHistory />}>
      {terms.isPending ? (
        <Skeleton height={420} />
      ) : terms.isError ? (
        <FailedState
          message={failureMessage(terms.error, t`Failed to load data`)}
          running={terms.isFetching}
          onRetry={() => void terms.refetch()}
        />
      ) : terms.data.is_frozen ? (
        <Banner tone="pending">
          <p>
            <strong>{t`Your withdrawals and transfers are stopped. Contact support.`}</strong>
          </p>
          <ButtonLink to="/support" variant="secondary" size="dense">{t`Contact support`}</ButtonLink>
        </Banner>
      ) : terms.data.paused_until ? (
        <Banner tone="pending">
          <p>
            <strong>{t`Withdrawals are paused`}</strong>
          </p>
          <p>
            {t`Your password, e-mail address or phone number was changed. To keep your money safe, you can withdraw again from:`}{' '}
            <When at={terms.data.paused_until} />
          </p>
        </Banner>
      ) : (
        <WithdrawForm terms={terms.data} />
      )}
    </Page>
  )
}
