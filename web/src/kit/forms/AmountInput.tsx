import type { Paise } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { type InputHTMLAttributes, useLayoutEffect, useRef } from 'react'
import styles from './AmountInput.module.css'
import { groupedAmount, plainAmount } from './amountText.ts'
import { cx } from '../page/cx.ts'
import { useFieldProps } from './Field.tsx'
import inputStyles from './input.module.css'
import { Money } from '../money/Money.tsx'

type AmountInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type'> & {
  /** Plain decimal text without commas: '100000.5'. */
  value: string
  onChange: (plain: string) => void
  /** Default '₹'. */
  symbol?: string
  /** Default 2; USDT has 6. */
  decimals?: number
  suffix?: string
  dense?: boolean
  /** Amounts to choose with one click, such as the minimum. `value` is plain decimal text. */
  chips?: { label: string; value: string }[]
}

/** An amount with its sign and lakh commas while typing; the caret stays behind the digit just typed. */
export function AmountInput({
  value,
  onChange,
  symbol = '₹',
  decimals = 2,
  suffix,
  dense,
  chips,
  ...input
}: AmountInputProps) {
  const { t } = useLingui()
  const element = useRef<HTMLInputElement>(null)
  const afterCaret = useRef<number | null>(null)
  const shown = groupedAmount(value)

  // The commas move while typing: the caret keeps the same number of characters behind it.
  useLayoutEffect(() => {
    if (afterCaret.current === null) return
    const caret = positionBefore(shown, afterCaret.current)
    afterCaret.current = null
    element.current?.setSelectionRange(caret, caret)
  })

  return (
    <>
      <div className={cx(inputStyles.box, dense && inputStyles.boxDense)}>
        {symbol && (
          <span className={inputStyles.prefix} aria-hidden="true">
            {symbol}
          </span>
        )}
        <input
          {...useFieldProps()}
          {...input}
          ref={element}
          type="text"
          inputMode={decimals === 0 ? 'numeric' : 'decimal'}
          autoComplete="off"
          className={cx(inputStyles.inner, styles.figure)}
          value={shown}
          onChange={(event) => {
            const typed = event.target.value
            const caret = event.target.selectionStart ?? typed.length
            afterCaret.current = typed.slice(caret).replaceAll(',', '').length
            onChange(plainAmount(typed, decimals))
          }}
        />
        {suffix && <span className={inputStyles.suffix}>{suffix}</span>}
      </div>
      {chips && chips.length > 0 && (
        <div className={styles.chips} role="group" aria-label={t`Suggestions`}>
          {chips.map((chip) => (
            <button key={chip.label} type="button" className={styles.chip} onClick={() => onChange(chip.value)}>
              {chip.label}
            </button>
          ))}
        </div>
      )}
    </>
  )
}

function positionBefore(grouped: string, characters: number): number {
  let left = characters
  let position = grouped.length
  while (left > 0 && position > 0) {
    position--
    if (grouped[position] !== ',') left--
  }
  // Left of a comma, so that Backspace deletes a digit.
  return grouped[position - 1] === ',' ? position - 1 : position
}

/** The available amount, above the field for the amount. */
export function Available({ label, amount }: { label: string; amount: Paise }) {
  return (
    <p className={styles.available}>
      <span>{label}</span>
      <Money amount={amount} hideable />
    </p>
  )
}
