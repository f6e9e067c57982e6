import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { failureMessage } from '../api/failure.ts'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { AffiliateCard } from './AffiliateCard.tsx'
import { useProfile } from './api.ts'
import { BalanceCard } from './BalanceCard.tsx'
import { ClosingCard } from './ClosingCard.tsx'
import { DetailsCard } from './DetailsCard.tsx'
import { MyDataCard } from './MyDataCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { PreferencesCard } from './PreferencesCard.tsx'
import { ReferredUsers } from './ReferredUsers.tsx'
import { SessionsCard } from './SessionsCard.tsx'

/** The user's own account. `kyc` is the KYC room's section, which the app passes in. */
export default function ProfilePage({ kyc }: { kyc: ReactNode }) {
  const { t } = useLingui()
  const profile = useProfile()
  if (profile.isPending)
    return (
      <Page title={t`Profile`} aside={null}>
        <SkeletonRows rows={4} height={140} />
      </Page>
    )
  if (!profile.data)
    return (
      <Page title={t`Profile`}>
        <FailedState
          message={failureMessage(profile.error, t`Failed to load profile`)}

          retry={profile}
        />
      </Page>
    )
  return (
    <Page
      title={t`Profile`}
      aside={
        <>
          <DetailsCard profile={profile.data} />
          <PasswordCard />
          <SessionsCard />
          <MyDataCard />
          <PreferencesCard />
          <ClosingCard closesOn={profile.data.closes_on} />
        </>
      }
    >
      <BalanceCard balance={profile.data.balance} />
      {kyc}
      <AffiliateCard code={profile.data.referral_code} link={profile.data.refer_link} />
      <ReferredUsers />
    </Page>
  )
}
