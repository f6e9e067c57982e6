import { percentText } from '@bittkosh/contract/money'
import type { Plan } from '@bittkosh/contract/plans'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { PricedPlan, PriceList } from '../kit/money/PriceList.tsx'
import { useSimulatedPrices } from './useSimulatedPrices.ts'

/** The plans of one category; choosing one opens where to invest in it. */
export function MarketList({ plans }: { plans: Plan[] }) {
  const { t } = useLingui()
  const priceOf = useSimulatedPrices(plans)
  return (
    <PriceList head={t`Plan`} label={t`Plans`}>
      {plans.map((plan) => {
        const price = priceOf(plan)
        return (
          <li key={plan.id}>
            <Link to="/invest/$symbol" params={{ symbol: plan.symbol }}>
              <PricedPlan
                icon={plan.icon_url}
                symbol={plan.symbol}
                name={plan.name}
                terms={t`${plan.investment_duration_days} days · ${percentText(plan.profit_percentage)} % at maturity`}
                price={price.value}
                change={price.change}
                tinted
              />
            </Link>
          </li>
        )
      })}
    </PriceList>
  )
}
