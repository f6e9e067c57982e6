import { useLingui } from '@lingui/react/macro'
import { createContext, type ReactNode, useContext, useId } from 'react'
import styles from './Field.module.css'

type Wiring = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean }

const FieldContext = createContext<Wiring | null>(null)

type FieldProps = {
  label: ReactNode
  /** Shown below until there is an error. */
  hint?: ReactNode
  /** The sentence of a refusal; marks the input as invalid. */
  error?: string | undefined
  optional?: boolean
  children: ReactNode
}

/** Label, hint and error around one input of the kit, which reads its ids and state from here. */
export function Field({ label, hint, error, optional = false, children }: FieldProps) {
  const { t } = useLingui()
  const id = useId()
  const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {optional && <span className={styles.optional}> {t`(optional)`}</span>}
      </label>
      <FieldContext value={{ id, describedBy, invalid: Boolean(error), required: !optional }}>{children}</FieldContext>
      {hint && !error && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** What an input spreads onto its element so that label, hint and error refer to it. */
export function useFieldProps() {
  const field = useContext(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  }
}
