import type { Investment } from '@bittkosh/contract/investments'
import { add, formatRupees } from '@bittkosh/contract/money'
import { Trans, useLingui } from '@lingui/react/macro'
import { Card } from '../kit/page/Card.tsx'
import { DayBar } from '../kit/money/DayBar.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { useShownText } from '../kit/money/hiddenAmounts.ts'
import { Money } from '../kit/money/Money.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { When } from '../kit/page/When.tsx'
import { isReady as isReadyNow, payoutOf } from './standing.ts'
import { ClaimButton } from './ClaimButton.tsx'
import styles from './InvestmentCard.module.css'

type CardProps = { investment: Investment; onClaimed: (claimed: Investment) => void }

/** One of the user's investments: its progress and, once it is mature, the claim. */
export function InvestmentCard({ investment, onClaimed }: CardProps) {
  const days = investment.cryptocurrency.investment_duration_days
  const isReady = isReadyNow(investment)
  return (
    <Card
      title={<Money amount={investment.amount} hideable />}
      aside={<StatusBadge status={investment.is_withdrawn ? 'withdrawn' : isReady ? 'matured' : 'active'} />}
    >
      {!investment.is_withdrawn && <DayBar passed={days - investment.days_remaining} total={days} />}
      <div className={styles.lines}>
        <Lines investment={investment} isReady={isReady} />
      </div>
      {!investment.is_withdrawn && <ClaimButton investment={investment} onClaimed={onClaimed} />}
    </Card>
  )
}

function Lines({ investment, isReady }: { investment: Investment; isReady: boolean }) {
  const { t } = useLingui()
  const shown = useShownText()
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
        <Money amount={payoutOf(investment)} hideable />
      </KhataTotal>
    </Khata>
  )
}
