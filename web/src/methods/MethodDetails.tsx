import type { MethodType } from '@bittkosh/contract/methods'
import { useLingui } from '@lingui/react/macro'
import { Field } from '../kit/forms/Field.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { type DetailField, detailsOfType } from './methodDraft.ts'
import styles from './Methods.module.css'
import { OwnQr, type QrPicture } from './OwnQr.tsx'

type MethodDetailsProps = {
  type: MethodType
  bind: (field: DetailField) => { name: string; value: string; onChange: (value: string) => void }
  errorOf: (field: DetailField) => string | undefined
  picture: QrPicture
}

const optional: readonly DetailField[] = ['merchant_name', 'branch']

type TextField = Exclude<DetailField, 'qr_code_url'>

/** The fields of the chosen type. */
export function MethodDetails({ type, bind, errorOf, picture }: MethodDetailsProps) {
  const { t } = useLingui()
  const labels: Record<TextField, string> = {
    upi_id: t`UPI ID`,
    merchant_name: t`Merchant name`,
    bank_name: t`Bank name`,
    account_name: t`Account name`,
    account_number: t`Account number`,
    ifsc_code: t`IFSC code`,
    branch: t`Branch`,
    network: t`Network`,
    address: t`Wallet address`,
  }
  const hints: Partial<Record<TextField, string>> = {
    upi_id: t`Has the form name@bank`,
    account_number: t`9 to 18 digits`,
    ifsc_code: t`Four letters, a zero, six letters or digits`,
    merchant_name: t`Users’ UPI apps show it beside the payment`,
    address: t`Money sent to a wrong address is gone. Compare every character.`,
  }
  return (
    <div className={styles.pairs}>
      {detailsOfType[type].map((field) =>
        field === 'qr_code_url' ? (
          <OwnQr key={field} {...bind(field)} error={errorOf(field)} picture={picture} />
        ) : (
          <Field
            key={field}
            label={labels[field]}
            hint={hints[field]}
            error={errorOf(field)}
            optional={optional.includes(field)}
          >
            <TextInput
              {...bind(field)}
              dense
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              autoCapitalize="off"
            />
          </Field>
        ),
      )}
    </div>
  )
}
