import { latinDigits } from '@bittkosh/contract/digits'
import type { MethodType } from '@bittkosh/contract/methods'
import { looksLikeReference } from '@bittkosh/contract/references'
import { useLingui } from '@lingui/react/macro'
import { Field } from './Field.tsx'
import { TextInput } from './TextInput.tsx'

type ReferenceFieldProps = {
  /** Undefined if it is unknown how the payment was made. */
  type: MethodType | undefined
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** The transaction ID of a payment already made. An unusual format only shows a hint. */
export function ReferenceField({ type, value, onChange, error }: ReferenceFieldProps) {
  const { t } = useLingui()
  const usual =
    type &&
    {
      upi: t`12 digits. Your UPI app shows it as UTR or UPI reference.`,
      bank: t`IMPS has 12 digits, NEFT 16 characters, RTGS 22. Your bank shows it as UTR.`,
      crypto: t`64 characters, 0–9 and a–f. Your wallet shows it as TxID or hash.`,
    }[type]
  const isUnusual = type && value.trim() !== '' && !looksLikeReference(type, value)
  return (
    <Field label={t`Transaction ID`} error={error} hint={isUnusual ? t`${usual} Please check yours again.` : usual}>
      <TextInput
        name="transaction_id"
        value={value}
        onChange={(typed) => onChange(latinDigits(typed))}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        inputMode={type === 'upi' ? 'numeric' : 'text'}
      />
    </Field>
  )
}
