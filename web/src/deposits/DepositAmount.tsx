import { decimalText, type Paise } from '@bittkosh/contract/money'
import { usdtCovering } from '@bittkosh/contract/usdt'
import { useLingui } from '@lingui/react/macro'
import { AmountInput } from '../kit/forms/AmountInput.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { Money } from '../kit/money/Money.tsx'
import { CurrentRate, MissingRate } from '../kit/money/UsdtRate.tsx'
import styles from './DepositForm.module.css'

type DepositAmountProps = {
  isUsdt: boolean
  typed: string
  onChange: (amount: string) => void
  /** The value of the typed amount. */
  rupees: Paise | null
  minimum: Paise | undefined
  rate: { usdt_value: Paise; as_of: Date | null } | undefined
  rateFailed: boolean
  error: string | undefined
}

/** The amount in rupees, or in USDT with its value and the rate. */
export function DepositAmount(props: DepositAmountProps) {
  const { isUsdt, typed, onChange, rupees, minimum, rate, error } = props
  const { t } = useLingui()
  const smallest = minimum === undefined ? '' : decimalText(minimum, 2)
  const minimumText = smallest && t`Minimum deposit: ₹${smallest}`

  if (!isUsdt) {
    const chips = [smallest, '5000', '10000'].filter((value) => value !== '' && Number(value) >= Number(smallest))
    return (
      <Field label={t`Amount`} error={error} hint={minimumText}>
        <AmountInput
          name="amount"
          value={typed}
          onChange={onChange}
          chips={[...new Set(chips)].map((value) => ({ label: `₹${Number(value).toLocaleString('en-IN')}`, value }))}
        />
      </Field>
    )
  }
  const least = rate && minimum !== undefined ? decimalText(usdtCovering(minimum, rate.usdt_value), 6) : null
  return (
    <>
      <Field label={t`Amount in USDT`} error={error} hint={minimumText}>
        <AmountInput
          name="amount"
          symbol="$"
          decimals={6}
          value={typed}
          onChange={onChange}
          chips={[least, '50', '100', '500']
            .filter((value) => value !== null)
            .map((value) => ({ label: `$${value}`, value }))}
        />
      </Field>
      {rate ? (
        <div className={styles.worth}>
          <p>
            {t`Worth`} <strong>{rupees === null ? '₹0.00' : <Money amount={rupees} />}</strong>
          </p>
          <p className={styles.rate}>
            <CurrentRate rate={rate.usdt_value} since={rate.as_of} />
          </p>
        </div>
      ) : (
        <p className={styles.rate}>
          <MissingRate failed={props.rateFailed} />
        </p>
      )}
    </>
  )
}
