import type { Deposit } from '@bittkosh/contract/deposits'
import { add, formatRupees, ZERO } from '@bittkosh/contract/money'
import { isWaiting } from '@bittkosh/contract/requestStates'
import { useLingui } from '@lingui/react/macro'
import { BackLink } from '../kit/actions/BackLink.tsx'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { useFlow } from '../kit/device/useFlow.ts'
import { KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Result } from '../kit/money/Result.tsx'
import { UsualWait } from '../kit/money/UsualWait.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { useUsualWait } from '../requests/useUsualWait.ts'
import { WentOn } from '../kit/money/WentOn.tsx'

/** The result of a deposit or a purchase: the amount that is being checked, and what it will bring. */
export default function DepositResult({ deposit }: { deposit: Deposit }) {
  const { t } = useLingui()
  const { isFresh, back } = useFlow()
  const wait = useUsualWait('deposit')
  const { requested_amount: amount, package: bought } = deposit
  const said = bought ? t`Package purchase request sent successfully!` : t`Deposit request sent successfully!`
  const sum = formatRupees(amount)
  if (!isWaiting(deposit.status))
    return (
      <WentOn
        receipt={`deposit-${deposit.id}`}
        amount={deposit.approved_amount ?? amount}
        state={<StatusBadge status={deposit.status} />}
        back={back}
      />
    )
  return (
    <Result
      headline={t`${sum} is on its way`}
      said={isFresh ? said : null}
      number={deposit.number}
      next={
        <p>
          {t`We compare your payment with our account and then add it to your wallet. We'll let you know either way.`}{' '}
          <UsualWait seconds={wait} />
        </p>
      }
      action={
        back ? (
          <BackLink back={back} wide>{t`Continue where you left off`}</BackLink>
        ) : (
          <ButtonLink
            to="/wallet"
            search={{ id: `deposit-${deposit.id}` }}
            wide
          >{t`Follow it in your wallet`}</ButtonLink>
        )
      }
      done={<ButtonLink to="/dashboard" variant="secondary">{t`Done`}</ButtonLink>}
    >
      {bought && <KhataRow label={t`Package`}>{bought.name}</KhataRow>}
      <KhataRow label={t`Paid with`}>{deposit.method.name}</KhataRow>
      <KhataRow label={t`Transaction ID`}>{deposit.transaction_id}</KhataRow>
      {bought && (
        <>
          <KhataRow label={t`You pay`}>
            <Money amount={amount} hideable />
          </KhataRow>
          <KhataRow label={t`Bonus`}>
            <Money amount={bought.bonus_amount} change hideable />
          </KhataRow>
        </>
      )}
      <KhataTotal label={t`Goes to your wallet`} drawn={isFresh}>
        <Money amount={add(amount, bought?.bonus_amount ?? ZERO)} hideable />
      </KhataTotal>
    </Result>
  )
}
