import { decimalText } from '@bittkosh/contract/money'
import { usdtWorth } from '@bittkosh/contract/usdt'
import type { WithdrawalType } from '@bittkosh/contract/payees'
import type { WithdrawalQuote } from '@bittkosh/contract/withdrawalQuote'
import { useLingui } from '@lingui/react/macro'
import { AmountInput } from '../kit/forms/AmountInput.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { Money, moneyText } from '../kit/money/Money.tsx'
import { UsdtRate } from '../kit/money/UsdtRate.tsx'
import type { Terms, Typed } from './draft.ts'

type WithdrawAmountProps = {
  typed: Typed
  terms: Terms
  quote: WithdrawalQuote | null
  error: string | undefined
  onChange: (amount: string) => void
}

/** The amount, in rupees or in USDT with its value. */
export function WithdrawAmount({ typed, terms, quote, error, onChange }: WithdrawAmountProps) {
  const { t } = useLingui()
  const isCrypto = typed.type === 'crypto'
  return (
    <Field
      label={isCrypto ? t`Amount in USDT` : t`Amount`}
      error={error}
      hint={
        <>
          {isCrypto && (
            <>
              {quote && (
                <>
                  {t`Worth`} <Money amount={quote.amount} /> ·{' '}
                </>
              )}
              <UsdtRate rate={terms.usdt_rate} />
              {terms.usdt_rate_is_fallback && <> · {t`standard rate, as no current one is set`}</>}
              <br />
            </>
          )}
          {t`Minimum ${moneyText(terms.minimum)}. To new accounts at most ${moneyText(terms.new_payee_limit)} within 24 hours.`}
        </>
      }
    >
      <AmountInput
        name="amount"
        value={typed.amount}
        onChange={onChange}
        symbol={isCrypto ? '$' : '₹'}
        decimals={isCrypto ? 6 : 2}
        chips={amountChips(typed.type, terms, { minimum: t`Minimum`, all: t`Everything` })}
      />
    </Field>
  )
}

/** The smallest and the largest possible amount, in the field's unit. */
function amountChips(type: WithdrawalType, terms: Terms, labels: { minimum: string; all: string }) {
  if (terms.balance < terms.minimum) return []
  if (type !== 'crypto')
    return [
      { label: labels.minimum, value: decimalText(terms.minimum, 2) },
      { label: labels.all, value: decimalText(terms.balance, 2) },
    ]
  return [{ label: labels.all, value: decimalText(usdtWorth(terms.balance, terms.usdt_rate), 6) }]
}
