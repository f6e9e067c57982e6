import { type ReasonKind, reasonKinds } from '@bittkosh/contract/users'
import { useLingui } from '@lingui/react/macro'
import { Field } from '../kit/forms/Field.tsx'
import { Select } from '../kit/forms/Select.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import styles from './Users.module.css'

export type GivenReason = { reason: string; reason_kind: ReasonKind | '' }
export const noReason: GivenReason = { reason: '', reason_kind: '' }

type ReasonFieldsProps = {
  values: GivenReason
  errors: Readonly<Record<string, string>>
  set: (name: keyof GivenReason, value: string) => void
  hint: string
}

/** The reason: the kind and the admin's own words, both of which the panel requires. */
export function ReasonFields({ values, errors, set, hint }: ReasonFieldsProps) {
  const { t } = useLingui()
  const labels: Record<ReasonKind, string> = {
    error: t`Correction of a mistake`,
    goodwill: t`Goodwill`,
    fraud: t`Suspected fraud`,
    other: t`Something else`,
  }
  return (
    <div className={styles.pair}>
      <Field label={t`Kind of reason`} error={errors.reason_kind}>
        <Select
          dense
          value={values.reason_kind}
          placeholder={t`Choose one`}
          onChange={(kind) => set('reason_kind', kind)}
          options={reasonKinds.map((kind) => ({ value: kind, label: labels[kind] }))}
        />
      </Field>
      <Field label={t`Reason`} error={errors.reason} hint={hint}>
        <TextInput
          dense
          value={values.reason}
          onChange={(text) => set('reason', text)}
          maxLength={500}
          autoComplete="off"
        />
      </Field>
    </div>
  )
}

/** The missing parts of a reason, by field; null if it is complete. */
export function useMissingReason(): (given: GivenReason) => Record<string, string> | null {
  const { t } = useLingui()
  return ({ reason, reason_kind: kind }) => {
    const missing = {
      ...(kind === '' && { reason_kind: t`Choose a kind of reason.` }),
      ...(reason.trim() === '' && { reason: t`Explain why in a few words.` }),
    }
    return Object.keys(missing).length > 0 ? missing : null
  }
}
