import { useLingui } from '@lingui/react/macro'
import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { useFieldProps } from './Field.tsx'
import styles from './FileInput.module.css'

type FileInputProps = { accept: string; disabled?: boolean; onFile: (file: File) => void }

/** Takes one file without showing it; inside a `Field`. The browser's own texts are in the browser's language. */
export function FileInput({ accept, disabled, onFile }: FileInputProps) {
  const { t } = useLingui()
  const [name, setName] = useState<string | null>(null)
  return (
    <div className={styles.file}>
      <input
        {...useFieldProps()}
        type="file"
        accept={accept}
        disabled={disabled}
        className={styles.input}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (!file) return
          event.target.value = '' // otherwise choosing the same file again, corrected meanwhile, would change nothing
          setName(file.name)
          onFile(file)
        }}
      />
      <Paperclip size={18} aria-hidden />
      <span className={styles.name}>{name ?? t`Choose a file`}</span>
    </div>
  )
}
