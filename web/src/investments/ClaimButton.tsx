import { claimInvestment, type Investment } from '@bittkosh/contract/investments'
import { dayOf } from '@bittkosh/contract/time'
import { useLingui } from '@lingui/react/macro'
import { refresh } from '../api/refresh.ts'
import { useAction } from '../api/useAction.ts'
import { Button } from '../kit/actions/Button.tsx'
import { dateText, lookBeside } from '../kit/page/dates.ts'
import { useNow } from '../kit/page/useNow.ts'
import { afterInvesting, isReady, keepClaimed } from './standing.ts'

type ClaimProps = { investment: Investment; onClaimed: (claimed: Investment) => void }

/** Claims an investment; before maturity it shows when that becomes possible. */
export function ClaimButton({ investment, onClaimed }: ClaimProps) {
  const { t, i18n } = useLingui()
  const day = dayOf(investment.maturity_date)
  const from = dateText(day, lookBeside(day, dayOf(useNow(60_000))), i18n.locale)
  const claim = useAction({
    endpoint: claimInvestment,
    fallback: null, // a failed claim is only logged
    onDone: (claimed) => {
      keepClaimed(claimed)
      onClaimed(claimed)
    },
  })
  // Refetched either way: after a failure the list shows the investment's current state.
  const run = () => void claim.run({ params: { id: investment.id } }).then(() => refresh(...afterInvesting))
  return (
    <Button
      wide
      money
      variant={isReady(investment) ? 'primary' : 'secondary'}
      running={claim.running}
      why={isReady(investment) ? null : t`from ${from}`}
      onClick={run}
    >
      {t`Claim`}
    </Button>
  )
}
