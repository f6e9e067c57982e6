import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Field } from './Field.tsx'
import styles from './ReasonPicker.module.css'
import { TextArea } from './TextInput.tsx'

type ReasonPickerProps = {
  label: string
  /** At most nine sentences that the user will read; the digit in front of each chooses it. */
  presets: readonly string[]
  value: string
  onChange: (reason: string) => void
  error?: string | undefined
}

/** Why a request is rejected: one of the usual reasons, which can be edited, or one's own words. */
export function ReasonPicker({ label, presets, value, onChange, error }: ReasonPickerProps) {
  const { t } = useLingui()

  useEffect(() => {
    function press(event: KeyboardEvent) {
      const preset = /^[1-9]$/.test(event.key) ? presets[Number(event.key) - 1] : undefined
      if (!preset || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof HTMLElement && event.target.matches('input, textarea, select')) return
      event.preventDefault()
      onChange(preset)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [presets, onChange])

  return (
    <>
      <div className={styles.presets} role="group" aria-label={t`Usual reasons`}>
        {presets.map((preset, index) => (
          <button
            key={preset}
            type="button"
            className={styles.preset}
            aria-pressed={preset === value}
            onClick={() => onChange(preset)}
          >
            <kbd>{index + 1}</kbd> {preset}
          </button>
        ))}
      </div>
      <Field label={label} error={error}>
        <TextArea value={value} onChange={onChange} maxLength={500} />
      </Field>
    </>
  )
}
