import {
  type FlexibleDetails,
  type FlexibleTransaction,
  interestOfDay,
  rateFromTomorrow,
} from '@bittkosh/contract/flexible'
import { formatRupees } from '@bittkosh/contract/money'
import { addDays, dayOf } from '@bittkosh/contract/time'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, ButtonLink } from '../kit/actions/Button.tsx'
import { useShownText } from '../kit/money/hiddenAmounts.ts'
import { KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money, moneyText } from '../kit/money/Money.tsx'
import { Result } from '../kit/money/Result.tsx'
import { When } from '../kit/page/When.tsx'

type MoveResultProps = {
  made: FlexibleTransaction
  details: FlexibleDetails
  isFresh: boolean
  onAgain: () => void
}

/** The result of moving money into Earn or out of it. */
export function MoveResult({ made, details, isFresh, onAgain }: MoveResultProps) {
  const { t } = useLingui()
  const shown = useShownText()
  const isDeposit = made.type === 'deposit'
  const sum = formatRupees(made.amount)
  const said = isDeposit ? t`Flexible deposit processed.` : t`Flexible withdrawal processed.`
  const rate = rateFromTomorrow(details)
  const daily = shown(moneyText(interestOfDay({ eligible: made.amount, rate, carried: 0n }).posted))
  return (
    <Result
      headline={isDeposit ? t`${sum} moved to Earn` : t`${sum} is in your wallet`}
      said={isFresh ? said : null}
      number={made.number ?? ''}
      next={
        <p>
          {isDeposit ? (
            <Trans>
              It earns from <When at={addDays(dayOf(made.created_at), 1)} look="date" />, about {daily} a day. You can
              take it out at any time.
            </Trans>
          ) : (
            t`It's yours to withdraw, send or invest. What's left in Earn keeps earning.`
          )}
        </p>
      }
      action={<Button wide onClick={onAgain}>{t`Back to Earn`}</Button>}
      done={<ButtonLink to="/wallet" variant="secondary">{t`Done`}</ButtonLink>}
    >
      <KhataRow label={isDeposit ? t`From your wallet` : t`Into your wallet`}>
        <Money amount={made.amount} hideable />
      </KhataRow>
      <KhataTotal label={t`In Earn now`} drawn={isFresh}>
        <Money amount={made.balance_after} hideable />
      </KhataTotal>
    </Result>
  )
}
