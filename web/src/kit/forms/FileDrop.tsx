import { useLingui } from '@lingui/react/macro'
import { CircleCheck, ImagePlus } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { cx } from '../page/cx.ts'
import { useFieldProps } from './Field.tsx'
import styles from './FileDrop.module.css'

type FileDropProps = {
  file: File | null
  /** There is one already, sent before this page was opened. */
  isUploaded?: boolean
  onChange: (file: File) => void
  hint?: ReactNode
  accept?: string
  disabled?: boolean
}

/** Takes one picture, chosen, dropped or taken with the camera, and shows it. */
export function FileDrop({
  file,
  isUploaded = false,
  onChange,
  hint,
  accept = 'image/jpeg,image/png,image/webp',
  disabled,
}: FileDropProps) {
  const { t } = useLingui()
  const [isOver, setOver] = useState(false)
  return (
    <div
      className={cx(styles.drop, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const dropped = event.dataTransfer.files[0]
        if (dropped && !disabled) onChange(dropped)
      }}
    >
      <input
        {...useFieldProps()}
        type="file"
        accept={accept}
        disabled={disabled}
        className={styles.input}
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          if (!chosen) return
          event.target.value = '' // otherwise choosing the same file again would change nothing
          onChange(chosen)
        }}
      />
      {file ? (
        <Preview file={file} />
      ) : isUploaded ? (
        <CircleCheck size={24} aria-hidden />
      ) : (
        <ImagePlus size={24} aria-hidden />
      )}
      <span className={styles.text}>{file ? file.name : isUploaded ? t`Photo uploaded` : t`Choose a photo`}</span>
      {hint && <span className={styles.hint}>{hint}</span>}
    </div>
  )
}

function Preview({ file }: { file: File }) {
  const show = useCallback((image: HTMLImageElement) => showFile(image, file), [file])
  return <img ref={show} alt="" className={styles.preview} />
}

/** An object URL of the chosen file, revoked when the picture that shows it is unmounted. */
function showFile(image: HTMLImageElement, file: File) {
  const address = URL.createObjectURL(file)
  image.src = address
  return () => URL.revokeObjectURL(address)
}
