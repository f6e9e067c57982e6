import { formatRupees, percentText } from '@bittkosh/contract/money'
import { isWaiting } from '@bittkosh/contract/requestStates'
import { formatUsdt, usdtOf } from '@bittkosh/contract/usdt'
import { payeeOfWithdrawal, type Withdrawal } from '@bittkosh/contract/withdrawals'
import { Trans, useLingui } from '@lingui/react/macro'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { useShownText } from '../kit/money/hiddenAmounts.ts'
import { KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Result } from '../kit/money/Result.tsx'
import { UsualWait } from '../kit/money/UsualWait.tsx'
import { useUsualWait } from '../requests/useUsualWait.ts'
import { WentOn } from '../kit/money/WentOn.tsx'
import { PayeeRows } from './ReviewWithdrawal.tsx'
import { WithdrawalState } from './WithdrawalState.tsx'

/** The end of the flow: the amount that is held now, its payee and what happens next. */
export default function WithdrawalResult({ withdrawal, isFresh }: { withdrawal: Withdrawal; isFresh: boolean }) {
  const { t } = useLingui()
  const shown = useShownText()
  const wait = useUsualWait('withdrawal')
  if (!isWaiting(withdrawal.status) || withdrawal.being_paid)
    return (
      <WentOn
        receipt={`withdrawal-${withdrawal.id}`}
        amount={withdrawal.status === 'approved' ? withdrawal.net_amount : withdrawal.amount}
        state={<WithdrawalState withdrawal={withdrawal} />}
      />
    )
  const { usdt_amount: usdt } = withdrawal
  const arrives = usdt === null ? formatRupees(withdrawal.net_amount) : formatUsdt(usdtOf(usdt))
  return (
    <Result
      headline={t`${formatRupees(withdrawal.amount)} requested`}
      said={isFresh ? t`Withdrawal request submitted successfully!` : null}
      number={withdrawal.number}
      next={
        <p>
          <Trans>
            An admin checks the request and pays it. Until then <Money amount={withdrawal.amount} hideable /> is held,
            and you can cancel it. We'll let you know either way.
          </Trans>{' '}
          <UsualWait seconds={wait} />
        </p>
      }
      action={
        <ButtonLink
          to="/wallet"
          search={{ id: `withdrawal-${withdrawal.id}` }}
          wide
        >{t`Follow it in your wallet`}</ButtonLink>
      }
      done={<ButtonLink to="/dashboard" variant="secondary">{t`Done`}</ButtonLink>}
    >
      <KhataRow label={t`You asked for`}>
        <Money amount={withdrawal.amount} hideable />
      </KhataRow>
      <KhataRow label={t`Processing fee (${percentText(withdrawal.fee_percentage)} %)`}>
        −<Money amount={withdrawal.processing_fee} hideable />
      </KhataRow>
      <PayeeRows payee={payeeOfWithdrawal(withdrawal)} />
      <KhataTotal label={t`You receive`} drawn={isFresh}>
        {shown(arrives)}
      </KhataTotal>
    </Result>
  )
}
