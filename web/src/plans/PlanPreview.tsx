import { amount, percent2 } from '@bittkosh/contract/amounts'
import { yearlyRate } from '@bittkosh/contract/investmentQuote'
import { add, percentText, shareOf } from '@bittkosh/contract/money'
import type { ListedPlan } from '@bittkosh/contract/plans'
import { Plural, useLingui } from '@lingui/react/macro'
import { wireNumber } from '../kit/forms/amountText.ts'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Card } from '../kit/page/Card.tsx'

type PlanPreviewProps = {
  /** Null for a new plan, which nobody holds. */
  plan: ListedPlan | null
  typed: {
    investment_duration_days: string
    profit_percentage: string
    minimum_deposit: string
    maximum_deposit: string
  }
}

/** What the typed terms mean for a user, and the open investments under the previous terms. */
export function PlanPreview({ plan, typed }: PlanPreviewProps) {
  const { t } = useLingui()
  const days = Number(typed.investment_duration_days)
  const rate = percent2.safeParse(wireNumber(typed.profit_percentage)).data
  const pays = (text: string) => {
    const principal = amount.safeParse(wireNumber(text)).data
    if (principal === undefined || rate === undefined) return '–'
    return (
      <>
        <Money amount={principal} /> → <Money amount={add(principal, shareOf(principal, rate))} />
      </>
    )
  }
  const hasYear = rate !== undefined && Number.isInteger(days) && days > 0
  return (
    <Card title={t`What it comes to`}>
      <KeyValues
        items={[
          { label: t`Yearly rate`, value: hasYear ? `${percentText(yearlyRate(rate, days))} %` : '–' },
          { label: t`Smallest deposit`, value: pays(typed.minimum_deposit) },
          { label: t`Largest deposit`, value: pays(typed.maximum_deposit) },
          ...(plan
            ? [
                { label: t`Open now`, value: <Invested plan={plan} /> },
                { label: t`Profit promised for it`, value: <Money amount={plan.profit_promised} /> },
              ]
            : []),
        ]}
      />
    </Card>
  )
}

function Invested({ plan: { investors, invested } }: { plan: ListedPlan }) {
  return (
    <>
      <Money amount={invested} /> · <Plural value={investors} one="# investor" other="# investors" />
    </>
  )
}
