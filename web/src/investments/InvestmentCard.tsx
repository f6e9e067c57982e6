import { quoteInvestment } from '@bittkosh/contract/investmentQuote'
import { claimInvestment, type Investment } from '@bittkosh/contract/investments'
import { add, formatRupees } from '@bittkosh/contract/money'
import { dayOf } from '@bittkosh/contract/time'
import { Trans, useLingui } from '@lingui/react/macro'
import { refresh } from '../api/refresh.ts'
import { useAction } from '../api/useAction.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Card } from '../kit/page/Card.tsx'
import { DayBar } from '../kit/money/DayBar.tsx'
import { dateText } from '../kit/page/dates.ts'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { useShownText } from '../kit/money/hiddenAmounts.ts'
import { Money } from '../kit/money/Money.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { When } from '../kit/page/When.tsx'
import { afterInvesting } from './api.ts'
import styles from './InvestmentCard.module.css'

type CardProps = { investment: Investment; onClaimed: (claimed: Investment) => void }

/** One own investment: how far it has come and, once it is mature, its claim. */
export function InvestmentCard({ investment, onClaimed }: CardProps) {
  const days = investment.cryptocurrency.investment_duration_days
  // The server says when: a device whose clock is ahead would offer the claim too early.
  const isReady = !investment.is_withdrawn && investment.days_remaining === 0
  return (
    <Card
      title={<Money amount={investment.amount} hideable />}
      aside={<StatusBadge status={investment.is_withdrawn ? 'withdrawn' : isReady ? 'matured' : 'active'} />}
    >
      {!investment.is_withdrawn && <DayBar passed={days - investment.days_remaining} total={days} />}
      <div className={styles.lines}>
        <Lines investment={investment} isReady={isReady} />
      </div>
      {!investment.is_withdrawn && <Claim investment={investment} isReady={isReady} onClaimed={onClaimed} />}
    </Card>
  )
}

function Lines({ investment, isReady }: { investment: Investment; isReady: boolean }) {
  const { t } = useLingui()
  const shown = useShownText()
  const { payout } = quoteInvestment({
    amount: investment.amount,
    rate: investment.cryptocurrency.profit_percentage,
    days: investment.cryptocurrency.investment_duration_days,
    day: dayOf(investment.investment_date),
  })
  if (investment.is_withdrawn) {
    return (
      <Khata>
        <KhataRow label={t`Bought on`}>
          <When at={investment.investment_date} look="date" />
        </KhataRow>
        <KhataRow label={t`Profit earned`}>
          <Money amount={investment.profit_earned} change hideable />
        </KhataRow>
        <KhataTotal label={t`Paid to your wallet`}>
          <Money amount={add(investment.amount, investment.profit_earned)} hideable />
        </KhataTotal>
      </Khata>
    )
  }
  return (
    <Khata>
      <KhataRow label={t`Bought on`}>
        <When at={investment.investment_date} look="date" />
      </KhataRow>
      {isReady ? (
        <KhataRow label={t`Profit`}>
          <Money amount={investment.accrued_profit} change hideable />
        </KhataRow>
      ) : (
        <>
          <KhataRow label={t`Profit so far`} note={shown(t`${formatRupees(investment.daily_profit)} a day`)}>
            <Money amount={investment.accrued_profit} change hideable />
          </KhataRow>
          <KhataRow label={t`Worth now`}>
            <Money amount={investment.current_value} hideable />
          </KhataRow>
        </>
      )}
      <KhataTotal
        label={
          isReady ? (
            t`You get`
          ) : (
            <Trans>
              You get on <When at={investment.maturity_date} look="date" />
            </Trans>
          )
        }
      >
        <Money amount={payout} hideable />
      </KhataTotal>
    </Khata>
  )
}

function Claim({ investment, isReady, onClaimed }: CardProps & { isReady: boolean }) {
  const { t, i18n } = useLingui()
  const claim = useAction({
    endpoint: claimInvestment,
    fallback: null, // a failed claim is only logged
    onDone: onClaimed,
  })
  // Fetched again either way: when it failed, the list says where the investment stands by now.
  const run = () => void claim.run({ params: { id: investment.id } }).then(() => refresh(...afterInvesting))
  return (
    <Button
      wide
      money
      variant={isReady ? 'primary' : 'secondary'}
      running={claim.running}
      why={isReady ? null : t`from ${dateText(investment.maturity_date, 'day', i18n.locale)}`}
      onClick={run}
    >
      {t`Claim`}
    </Button>
  )
}
