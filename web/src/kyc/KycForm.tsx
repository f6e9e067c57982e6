import { CONSENT_VERSION, flagsOf, type IdType, normaliseIdNumber } from '@bittkosh/contract/kyc'
import { consentText } from '@bittkosh/contract/words/kycConsent'
import { useLingui } from '@lingui/react/macro'
import { useLanguage } from '../kit/device/language.ts'
import { Checkbox } from '../kit/forms/Checkbox.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { FileDrop } from '../kit/forms/FileDrop.tsx'
import { Segmented } from '../kit/actions/Segmented.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import styles from './Kyc.module.css'
import { useKycForm } from './useKycForm.ts'

/** One document: which, its number, its photos. */
export function KycForm({ types = ['aadhar', 'pan'], onDone }: { types?: readonly IdType[]; onDone?: () => void }) {
  const { t } = useLingui()
  const form = useKycForm(types, onDone)
  const text = consentText(CONSENT_VERSION, useLanguage())
  const isAadhar = form.type === 'aadhar'
  const labels: Record<IdType, string> = { aadhar: t`Aadhar`, pan: t`PAN` }
  const busy = { typing: null, uploading: t`Uploading photos…`, submitting: t`Submitting…` }[form.stage]

  return (
    <form {...form.props} className={styles.form}>
      {types.length > 1 && (
        <Segmented
          label={t`Document`}
          options={types.map((type) => ({ value: type, label: labels[type] }))}
          value={form.type}
          onChange={form.setType}
        />
      )}
      <Field
        label={isAadhar ? t`Aadhar number` : t`PAN number`}
        error={form.errors.govt_id_number}
        hint={<NumberHint type={form.type} typed={form.number} />}
      >
        <TextInput
          name="govt_id_number"
          value={form.number}
          onChange={form.setNumber}
          inputMode={isAadhar ? 'numeric' : 'text'}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={isAadhar ? 16 : 14}
        />
      </Field>
      <div className={styles.purpose}>
        <dl>
          {text.purpose.map(({ title, text: why }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{why}</dd>
            </div>
          ))}
        </dl>
        <Checkbox
          label={text.agree}
          checked={form.agreed}
          onChange={form.setAgreed}
          error={form.errors['consent']}
          disabled={form.stage !== 'typing'}
        />
      </div>
      <div className={form.sides.length > 1 ? styles.sides : undefined}>
        {form.sides.map((side) => (
          <Field
            key={side}
            label={side === 'back' ? t`Back of the card` : isAadhar ? t`Front of the card` : t`Photo of the card`}
            error={form.photoError(side)}
          >
            <FileDrop
              file={form.photoOf(side) ?? null}
              isUploaded={form.isUploaded(side)}
              onChange={(photo) => form.setPhoto(side, photo)}
              accept="image/*"
              hint={
                form.photoOf(side) || form.isUploaded(side)
                  ? t`Choose another`
                  : t`Camera or gallery, JPEG, PNG or WebP`
              }
              disabled={form.stage !== 'typing'}
            />
          </Field>
        ))}
      </div>
      <Submit form={form} wide>
        {busy ?? t`Submit for verification`}
      </Submit>
    </form>
  )
}

/** The number's usual format, and once it is complete, what looks unusual about it. */
function NumberHint({ type, typed }: { type: IdType; typed: string }) {
  const { t } = useLingui()
  const number = normaliseIdNumber(typed)
  if (type === 'aadhar') {
    if (!/^\d{12}$/.test(number)) return t`12 digits`
    return flagsOf(type, number).length > 0
      ? t`The last digit doesn't match the others. Please compare with your card.`
      : null
  }
  if (!/^[A-Z]{5}\d{4}[A-Z]$/.test(number)) return t`Ten characters, like ABCPE1234F`
  return flagsOf(type, number).length > 0
    ? t`The fourth letter of a person's PAN is P. Please compare with your card.`
    : null
}
