import { latinDigits } from '@bittkosh/contract/digits'
import { looksLikeAccountNumber, looksLikeTrc20 } from '@bittkosh/contract/payees'
import { looksLikeUpiId } from '@bittkosh/contract/upi'
import { inFours } from '@bittkosh/contract/usdt'
import { lookUpIfsc } from '@bittkosh/contract/withdrawals'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { reading } from '../api/queries.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { compact, type Typed } from './draft.ts'
import { IFSC } from './problems.ts'
import styles from './WithdrawForm.module.css'

type PayeeFieldsProps = {
  typed: Typed
  errors: Readonly<Record<string, string>>
  /** It is the payee of the last approved withdrawal of this type. */
  isSaved: boolean
  onChange: (name: keyof Typed, value: string) => void
}

/** The payee. What looks unusual is pointed out while it is typed; problems.ts has what the form refuses. */
export function PayeeFields({ typed, errors, isSaved, onChange }: PayeeFieldsProps) {
  const { t } = useLingui()
  const bind = (name: keyof Typed) => ({ name, value: typed[name], onChange: (value: string) => onChange(name, value) })
  const error = (name: keyof Typed) => errors[`withdrawal_details.${name}`]
  const address = compact(typed.address)
  const isUnusual = (text: string, looksRight: (text: string) => boolean) =>
    compact(text) !== '' && !looksRight(compact(text))

  return (
    <div className={styles.fields}>
      {typed.type === 'upi' && (
        <Field
          label={t`UPI ID`}
          error={error('upi_id')}
          hint={isUnusual(typed.upi_id, looksLikeUpiId) && t`A UPI ID usually looks like name@bank. Please check it.`}
        >
          <TextInput
            {...bind('upi_id')}
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
      )}
      {typed.type === 'crypto' && (
        <Field
          label={t`TRC20 address`}
          error={error('address')}
          hint={
            address === '' ? (
              t`TRC20 (TRON) only. USDT sent to another network is lost.`
            ) : looksLikeTrc20(address) ? (
              <span className={styles.address}>{inFours(address)}</span>
            ) : (
              t`A TRC20 address starts with T and has 34 characters.`
            )
          }
        >
          <TextInput {...bind('address')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field>
      )}
      {typed.type === 'bank' && (
        <>
          <Field label={t`Account holder's name`} error={error('account_name')}>
            <TextInput {...bind('account_name')} autoComplete="name" />
          </Field>
          <div className={styles.pair}>
            <Field
              label={t`Account number`}
              error={error('account_number')}
              hint={
                isUnusual(typed.account_number, looksLikeAccountNumber) &&
                t`Account numbers usually have 9 to 18 digits. Please check yours.`
              }
            >
              <TextInput
                {...bind('account_number')}
                onChange={(value) => onChange('account_number', latinDigits(value))}
                inputMode="numeric"
                autoComplete="off"
              />
            </Field>
            <IfscField typed={typed} error={error('ifsc_code')} onChange={onChange} />
          </div>
          <Field label={t`Bank name`} error={error('bank_name')}>
            <TextInput {...bind('bank_name')} autoComplete="off" />
          </Field>
        </>
      )}
      {isSaved && (
        <p className={styles.saved}>
          <CircleCheck size={16} aria-hidden /> {t`As in your last approved withdrawal`}
        </p>
      )}
    </div>
  )
}

/** Shows the bank of the code, and offers to fill in its name. */
function IfscField({
  typed,
  error,
  onChange,
}: Pick<PayeeFieldsProps, 'typed' | 'onChange'> & { error: string | undefined }) {
  const { t } = useLingui()
  const code = compact(typed.ifsc_code).toUpperCase()
  const isComplete = IFSC.test(code)
  const found = useQuery({ ...reading(lookUpIfsc, { params: { code } }), enabled: isComplete, staleTime: Infinity })
  const bank = found.data?.bank
  const hint = !isComplete ? (
    code !== '' ? (
      t`An IFSC code looks like HDFC0001234. Please check it.`
    ) : undefined
  ) : found.data && !found.data.known ? (
    t`This code is not in the bank list. Please check it against your passbook.`
  ) : bank && !typed.bank_name ? (
    <Button variant="quiet" size="dense" onClick={() => onChange('bank_name', bank)}>
      {t`Use ${bank} as bank name`}
    </Button>
  ) : (
    bank
  )
  return (
    <Field label={t`IFSC code`} error={error} hint={hint}>
      <TextInput
        name="ifsc_code"
        value={typed.ifsc_code}
        onChange={(value) => onChange('ifsc_code', value.toUpperCase())}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={15}
        spellCheck={false}
      />
    </Field>
  )
}
