import { useLingui } from '@lingui/react/macro'
import { Field } from './Field.tsx'
import { isTyped, useKeys } from '../overlays/layers.ts'
import styles from './ReasonPicker.module.css'
import { TextArea } from './TextInput.tsx'

type ReasonPickerProps = {
  label: string
  /** At most nine sentences that the user will read; pressing its digit chooses one. */
  presets: readonly string[]
  value: string
  onChange: (reason: string) => void
  /** Called when a digit chose a reason, so that the caller can move the focus. */
  onDigit: () => void
  error?: string | undefined
}

/** Why a request is rejected: one of the usual reasons, which can be edited, or free text. */
export function ReasonPicker({ label, presets, value, onChange, onDigit, error }: ReasonPickerProps) {
  const { t } = useLingui()

  useKeys((event) => {
    const preset = /^[1-9]$/.test(event.key) ? presets[Number(event.key) - 1] : undefined
    if (!preset || event.ctrlKey || event.metaKey || event.altKey || isTyped(event)) return
    event.preventDefault()
    onChange(preset)
    onDigit()
  })

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
