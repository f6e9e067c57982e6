import { quoteInvestment } from '@bittkosh/contract/investmentQuote'
import type { Investment } from '@bittkosh/contract/investments'
import { add, formatRupees, percentText } from '@bittkosh/contract/money'
import { Trans, useLingui } from '@lingui/react/macro'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Result } from '../kit/money/Result.tsx'
import { When } from '../kit/page/When.tsx'
import { isReady } from './standing.ts'

/** The result of a purchase or, once it is claimed, of a claim. */
export function InvestmentResult({ investment, isFresh }: { investment: Investment; isFresh: boolean }) {
  return investment.is_withdrawn ? (
    <Claimed investment={investment} isFresh={isFresh} />
  ) : (
    <Bought investment={investment} isFresh={isFresh} />
  )
}

function Bought({ investment, isFresh }: { investment: Investment; isFresh: boolean }) {
  const { t } = useLingui()
  const { amount, cryptocurrency: plan, maturity_date: matures } = investment
  const { profit, payout } = quoteInvestment({ amount, rate: plan.profit_percentage })
  return (
    <Result
      headline={t`${formatRupees(amount)} invested in ${plan.name}`}
      said={isFresh ? t`Investment processed successfully!` : null}
      number={investment.number}
      next={
        isReady(investment) ? (
          <p>{t`It is ready: claim it on this page.`}</p>
        ) : (
          <p>
            <Trans>
              Locked until <When at={matures} look="date" />, no early exit. We'll let you know that day, and you can
              claim it on this page.
            </Trans>
          </p>
        )
      }
      action={<ButtonLink to="/portfolio" wide>{t`See it in your portfolio`}</ButtonLink>}
      done={<ButtonLink to="/dashboard" variant="secondary">{t`Done`}</ButtonLink>}
    >
      <KhataRow label={t`You put in`}>
        <Money amount={amount} hideable />
      </KhataRow>
      <KhataRow label={t`Profit (${percentText(plan.profit_percentage)} %)`}>
        <Money amount={profit} change hideable />
      </KhataRow>
      <KhataTotal
        label={
          <Trans>
            You get on <When at={matures} look="date" />
          </Trans>
        }
        drawn={isFresh}
      >
        <Money amount={payout} hideable />
      </KhataTotal>
    </Result>
  )
}

function Claimed({ investment, isFresh }: { investment: Investment; isFresh: boolean }) {
  const { t } = useLingui()
  const { amount, profit_earned: profit, cryptocurrency: plan } = investment
  const paid = add(amount, profit)
  return (
    <Result
      headline={t`${formatRupees(paid)} is in your wallet`}
      said={isFresh ? t`The payout is in your wallet.` : null}
      number={investment.number}
      next={<p>{t`It's yours to withdraw, send or invest again.`}</p>}
      action={<ButtonLink to="/dashboard" wide>{t`See all plans`}</ButtonLink>}
      done={<ButtonLink to="/wallet" variant="secondary">{t`Done`}</ButtonLink>}
    >
      <KhataRow label={t`Plan`}>{plan.name}</KhataRow>
      <KhataRow label={t`You put in`}>
        <Money amount={amount} hideable />
      </KhataRow>
      <KhataRow label={t`Profit`}>
        <Money amount={profit} change hideable />
      </KhataRow>
      <KhataTotal label={t`You got`} drawn={isFresh}>
        <Money amount={paid} hideable />
      </KhataTotal>
    </Result>
  )
}
