import type { Category, Plan } from '@bittkosh/contract/plans'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { Tabs } from '../kit/actions/Tabs.tsx'
import { useWide } from '../kit/device/useWide.ts'
import { RiskLine } from '../kit/money/RiskLine.tsx'
import { Banner } from '../kit/page/Banner.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page, Section } from '../kit/page/Page.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { useCategories, usePlans } from '../plans/api.ts'
import { useProfile } from '../profile/api.ts'
import { useSettingText } from '../api/settingText.ts'
import { Account } from './Account.tsx'
import { MarketList } from './MarketList.tsx'
import { NewsBanner } from './NewsBanner.tsx'
import { WelcomePopup } from './WelcomePopup.tsx'

/** Home: what a person has, the one next step, and then the plans. */
export default function DashboardPage() {
  const { t } = useLingui()
  const risk = useSettingText('risk_disclosure')
  const profile = useProfile()
  return (
    <>
      <Page
        title={t`Home`}
        titleHidden
        aside={
          <div id="plans">
            <Section title={t`Investment Options`}>
              <Options />
              {risk && <RiskLine text={risk} />}
            </Section>
          </div>
        }
      >
        <NewsBanner />
        <Account notice={profile.isPending ? undefined : profile.data?.email_verified === false && <ConfirmEmail />} />
      </Page>
      <WelcomePopup />
    </>
  )
}

function ConfirmEmail() {
  const { t } = useLingui()
  return (
    <Banner tone="pending">
      <p>
        <strong>{t`Confirm your e-mail`}</strong>
      </p>
      <p>
        {t`Enter the code we e-mailed you. Until then, you can't withdraw or use BittPay.`}{' '}
        <Link to="/verify-email">{t`Enter the code`}</Link>
      </p>
    </Banner>
  )
}

function Options() {
  const { t } = useLingui()
  const plans = usePlans()
  const categories = useCategories()
  const error = plans.error ?? categories.error
  if (plans.data && categories.data) return <ByCategory plans={plans.data} categories={categories.data} />
  if (!error) return <SkeletonRows rows={5} height={84} />
  return <FailedState message={failureMessage(error, t`Failed to load data`)} retry={[plans, categories]} />
}

/** The plans of the chosen category; on wide screens those of the others below it. */
function ByCategory({ plans, categories }: { plans: Plan[]; categories: Category[] }) {
  const { t } = useLingui()
  const isWide = useWide()
  const [chosen, setChosen] = useState<string | null>(null)
  const selected = categories.find((category) => String(category.id) === chosen) ?? categories[0]
  if (!selected) return <EmptyState title={t`There are no plans yet`}>{t`Please check back later.`}</EmptyState>
  const others = isWide ? categories.filter((category) => category !== selected) : []
  const shown = [selected, ...others].flatMap(({ id }) => plans.filter((plan) => plan.category_id === id))
  return (
    <Tabs
      label={t`Categories`}
      tabs={categories.map((category) => ({
        id: String(category.id),
        label: category.name,
        count: category.cryptocurrencies_count,
      }))}
      selected={String(selected.id)}
      onSelect={setChosen}
    >
      {selected.description && <p>{selected.description}</p>}
      {shown.length > 0 ? (
        <MarketList key={selected.id} plans={shown} others={others} />
      ) : (
        <EmptyState title={t`There are no plans in this category yet`} />
      )}
    </Tabs>
  )
}
