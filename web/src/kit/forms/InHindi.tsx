import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Field } from './Field.tsx'
import styles from './InHindi.module.css'
import { TextArea, TextInput } from './TextInput.tsx'

type InHindiProps = {
  /** Of the field that this is the Hindi version of. */
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** Multi-line, with this number of lines. */
  rows?: number
  maxLength?: number
}

/** The Hindi twin of the field above it: folded until it is wanted, open if it has a value or an error. */
export function InHindi({ label, error, rows, ...input }: InHindiProps) {
  const { t } = useLingui()
  return (
    <FoldedHindi label={t`${label} in Hindi`} isOpen={input.value !== '' || Boolean(error)}>
      <Field label={t`${label} in Hindi`} optional hint={t`English is shown until you add it.`} error={error}>
        {rows === undefined ? <TextInput {...input} lang="hi" dense /> : <TextArea {...input} lang="hi" rows={rows} />}
      </Field>
    </FoldedHindi>
  )
}

/** Folds its content below a line that opens it; content opened by `isOpen` can be folded again. */
export function FoldedHindi({ label, isOpen, children }: { label: string; isOpen: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(isOpen)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setWanted(true)
  }
  return (
    <details className={styles.twin} open={wanted} onToggle={(event) => setWanted(event.currentTarget.open)}>
      <summary>{label}</summary>
      {wanted && children}
    </details>
  )
}
