import type { Investment } from '@bittkosh/contract/investments'
import { formatRupees, percentText } from '@bittkosh/contract/money'
import type { Plan } from '@bittkosh/contract/plans'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useParams } from '@tanstack/react-router'
import { failureMessage, isUnanswered } from '../api/failure.ts'
import { useRecord } from '../api/useRecord.ts'
import { useFlow } from '../kit/device/useFlow.ts'
import { Banner } from '../kit/page/Banner.tsx'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { CopyButton } from '../kit/actions/CopyButton.tsx'
import { Card } from '../kit/page/Card.tsx'
import { CoinIcon } from '../kit/money/CoinIcon.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { LoadMore } from '../kit/lists/LoadMore.tsx'
import { Page, Section } from '../kit/page/Page.tsx'
import { RiskLine } from '../kit/money/RiskLine.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { usePlans } from '../plans/api.ts'
import { useSettingText } from '../api/settingText.ts'
import { useInvestmentsIn } from './api.ts'
import { InvestForm } from './InvestForm.tsx'
import { InvestmentResult } from './InvestmentResult.tsx'
import { InvestmentCard } from './InvestmentCard.tsx'
import styles from './InvestPage.module.css'

export default function InvestPage() {
  const { t } = useLingui()
  const { symbol } = useParams({ from: '/invest/$symbol' })
  const plans = usePlans()
  const mine = useInvestmentsIn(symbol)
  const investments = mine.data?.pages.flatMap((page) => page.data)
  const flow = useFlow()
  const [ended, setEnded] = useState<Investment | null>(null)
  const shown = flow.step === 'done' ? Number(flow.record) : undefined
  const reply = ended?.id === shown ? ended : null
  // What was claimed in the portfolio may be far down the list.
  const { record, isLooking } = useRecord(mine, reply ? undefined : shown)
  const result = reply ?? record

  if (plans.isPending || (plans.data && (mine.isPending || isLooking))) {
    return (
      <Page title={symbol}>
        <SkeletonRows rows={3} height={160} />
      </Page>
    )
  }
  if (!plans.data) {
    return (
      <Page title={symbol}>
        <FailedState message={failureMessage(plans.error, t`Failed to load cryptocurrencies`)} retry={plans} />
      </Page>
    )
  }
  const [newest] = investments ?? []
  const plan =
    plans.data.find((each) => each.symbol.toLowerCase() === symbol.toLowerCase()) ??
    plans.data.find((each) => each.id === newest?.cryptocurrency.id) // its symbol has changed since
  const end = (ended: Investment) => {
    setEnded(ended)
    flow.finish(String(ended.id))
  }
  if (!plan && !newest && (!mine.error || !isUnanswered(mine.error))) return <NotFound />

  const history = (
    <Section title={t`Your investments`}>
      {mine.error && !investments ? (
        <FailedState message={failureMessage(mine.error, t`Failed to load investments`)} retry={mine} />
      ) : investments?.length ? (
        <ul className={styles.cards}>
          {investments.map((investment) => (
            <li key={investment.id}>
              <InvestmentCard investment={investment} onClaimed={end} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title={t`You have not invested in this plan yet`}>
          {t`What you buy appears here, with its days and profit.`}
        </EmptyState>
      )}
      <LoadMore query={mine} failure={failureMessage(mine.error, t`Failed to load investments`)} />
    </Section>
  )

  if (result) {
    return (
      <Page title={result.cryptocurrency.name} aside={history}>
        <InvestmentResult investment={result} isFresh={flow.isFresh} />
      </Page>
    )
  }
  if (!plan) {
    return (
      <Page title={newest?.cryptocurrency.name ?? symbol} lead={symbol}>
        {newest && (
          <Banner>{t`This plan isn't taking new investments. Yours continue and can be claimed as agreed.`}</Banner>
        )}
        {history}
      </Page>
    )
  }
  return <WithPlan key={plan.id} plan={plan} investments={investments ?? []} history={history} onDone={end} />
}

type WithPlanProps = {
  plan: Plan
  investments: Investment[]
  history: ReactNode
  onDone: (investment: Investment) => void
}

function WithPlan({ plan, investments, history, onDone }: WithPlanProps) {
  const { t } = useLingui()
  const risk = useSettingText('risk_disclosure')
  // Investments in another plan that once had this symbol are listed too.
  const isTaken =
    !plan.multiple_allowed &&
    investments.some(({ cryptocurrency: { id }, is_withdrawn: isClaimed }) => id === plan.id && !isClaimed)
  return (
    <Page
      title={plan.name}
      aside={
        <>
          {history}
          {risk && <RiskLine text={risk} />}
        </>
      }
    >
      <Card>
        <div className={styles.head}>
          <CoinIcon url={plan.icon_url} symbol={plan.symbol} size={56} />
          <div className={styles.headText}>
            <span className={styles.symbol}>{plan.symbol}</span>
            <span className={styles.promise}>
              {t`${percentText(plan.profit_percentage)} % in ${plan.investment_duration_days} days`}
            </span>
          </div>
        </div>
        {plan.description && <p className={styles.description}>{plan.description}</p>}
        <KeyValues
          items={[
            { label: t`Duration`, value: t`${plan.investment_duration_days} days` },
            { label: t`Profit`, value: t`${percentText(plan.profit_percentage)} % at maturity` },
            { label: t`Minimum deposit`, value: formatRupees(plan.minimum_deposit) },
            { label: t`Maximum deposit`, value: formatRupees(plan.maximum_deposit) },
            {
              label: t`At the same time`,
              value: plan.multiple_allowed ? t`As many as you like` : t`One investment`,
            },
            { label: t`Wallet address`, value: plan.wallet_address && <WalletAddress address={plan.wallet_address} /> },
          ]}
        />
        {plan.wallet_address && (
          <p className={styles.description}>
            {t`The wallet address is the operator's, for reference only. Don't send anything to it: use Add balance to add money.`}
          </p>
        )}
      </Card>
      <InvestForm plan={plan} isTaken={isTaken} onDone={onDone} />
    </Page>
  )
}

function WalletAddress({ address }: { address: string }) {
  const { t } = useLingui()
  return (
    <span className={styles.address}>
      {address} <CopyButton text={address} label={t`Copy`} name={t`Copy wallet address`} />
    </span>
  )
}

function NotFound() {
  const { t } = useLingui()
  return (
    <Page title={t`Invest`}>
      <EmptyState
        title={t`Cryptocurrency not found`}
        action={<ButtonLink to="/dashboard" variant="secondary">{t`See all plans`}</ButtonLink>}
      />
    </Page>
  )
}
