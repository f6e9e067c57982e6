import { decimalText } from '@bittkosh/contract/money'
import { type AmountFacts, type Unusual, unusualAbout } from '@bittkosh/contract/unusual'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { AmountInput } from '../kit/forms/AmountInput.tsx'
import { readAmount } from '../kit/forms/amountText.ts'
import { Field } from '../kit/forms/Field.tsx'
import { moneyText } from '../kit/money/Money.tsx'
import { Banner } from '../kit/page/Banner.tsx'

type Look = {
  unusual: Unusual[]
  typed: string
  onTyped: (typed: string) => void
  isTaken: boolean
  /** The dialog's props: amber if the amount is unusual, disabled until it was typed again. */
  dialog: { caution: boolean; disabled: boolean; confirmLabel: string }
}

/** Asks for an unusual amount a second time, with a button that says how unusual it is. `facts` are null if no amount is known. */
export function useSecondLook(facts: AmountFacts | null, label: string): Look {
  const { t } = useLingui()
  const [typed, onTyped] = useState('')
  const unusual = facts === null ? [] : unusualAbout(facts)
  const isTaken = unusual.length === 0 || readAmount(typed) === facts?.amount
  const times = timesOf(unusual)
  const confirmLabel =
    unusual.length === 0 ? label : times === null ? t`${label}, unusual amount` : t`${label}, ${times} times as much`
  return { unusual, typed, onTyped, isTaken, dialog: { caution: unusual.length > 0, disabled: !isTaken, confirmLabel } }
}

/** The largest ratio, if one exceeds 1: '4.1'. */
function timesOf(unusual: readonly Unusual[]): string | null {
  const tenths = unusual.reduce((most, one) => ('tenths' in one && one.tenths > most ? one.tenths : most), 10n)
  return tenths > 10n ? decimalText(tenths, 1) : null
}

type SecondLookProps = {
  look: Look
  /** The amount is the change of a balance, up or down. */
  isChange?: boolean
}

/** Why an amount is unusual, in words, and the field that asks for it again; nothing if it is usual. */
export function SecondLook({ look, isChange = false }: SecondLookProps) {
  const { t } = useLingui()
  if (look.unusual.length === 0) return null
  return (
    <Banner tone="pending">
      <p>
        <strong>{t`This amount is unusual:`}</strong>
      </p>
      <ul>
        {look.unusual.map((one) => (
          <li key={one.sort}>
            <Sentence {...one} />
          </li>
        ))}
      </ul>
      <Field
        label={isChange ? t`Type the change again, without its sign` : t`Type the amount again`}
        hint={look.isTaken ? undefined : t`The button works once it is the amount above.`}
      >
        <AmountInput dense data-first-focus value={look.typed} onChange={look.onTyped} />
      </Field>
    </Banner>
  )
}

function Sentence(one: Unusual) {
  const { t } = useLingui()
  const than = moneyText(one.than)
  const times = 'tenths' in one ? decimalText(one.tenths, 1) : ''
  switch (one.sort) {
    case 'above_requested':
      return times === '1' ? (
        <>{t`a little more than the requested ${than}`}</>
      ) : (
        <>{t`${times} times the requested ${than}`}</>
      )
    case 'above_largest':
      return <>{t`${times} times the largest approved for this person so far, ${than}`}</>
    case 'above_limit':
      return <>{t`above ${than}, from which every amount is checked twice`}</>
    default:
      return one satisfies never
  }
}
