import { useFieldProps } from './Field.tsx'
import styles from './FileInput.module.css'

type FileInputProps = { accept: string; disabled?: boolean; onFile: (file: File) => void }

/** Takes one file without showing it; inside a `Field`. */
export function FileInput({ accept, disabled, onFile }: FileInputProps) {
  return (
    <input
      {...useFieldProps()}
      type="file"
      accept={accept}
      disabled={disabled}
      className={styles.file}
      onChange={(event) => {
        const file = event.target.files?.[0]
        if (file) onFile(file)
      }}
    />
  )
}
