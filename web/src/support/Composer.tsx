import { MESSAGE_MAX } from '@bittkosh/contract/shapes'
import { MESSAGE_PICTURES_MAX } from '@bittkosh/contract/support'
import { useLingui } from '@lingui/react/macro'
import { ImagePlus, X } from 'lucide-react'
import { type ReactNode, useCallback, useRef } from 'react'
import { Button } from '../kit/actions/Button.tsx'
import { IconButton } from '../kit/actions/IconButton.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import { TextArea } from '../kit/forms/TextInput.tsx'
import styles from './Composer.module.css'
import type { Message } from './useMessage.ts'

type ComposerProps = {
  message: Message
  label: string
  hint?: ReactNode
  /** Pictures may be attached. */
  withPictures?: boolean
  submit: string
  size?: 'regular' | 'dense'
  rows?: number
  /** Beside the send button. */
  children?: ReactNode
}

/** The message editor: Ctrl+Enter sends. */
export function Composer(props: ComposerProps) {
  const { message, label, hint, withPictures = false, submit, size = 'regular', rows = 4, children } = props
  return (
    <form {...message.props} className={styles.composer}>
      <Field label={label} hint={hint} error={message.errors.text}>
        <TextArea
          name="text"
          value={message.text}
          onChange={message.setText}
          readOnly={message.running} // text typed meanwhile would disappear with what was sent
          rows={rows}
          maxLength={MESSAGE_MAX}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void message.send()
          }}
        />
      </Field>
      {withPictures && <Pictures photos={message.photos} onChange={message.setPhotos} disabled={message.running} />}
      <Submit form={message} size={size}>
        {submit}
      </Submit>
      {children && <div>{children}</div>}
    </form>
  )
}

type PicturesProps = { photos: readonly File[]; onChange: (photos: readonly File[]) => void; disabled: boolean }

function Pictures({ photos, onChange, disabled }: PicturesProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.pictures}>
      {photos.map((photo, index) => (
        <span key={`${photo.name} ${photo.lastModified}`} className={styles.picture}>
          <Preview photo={photo} />
          <IconButton
            size="dense"
            label={t`Remove picture ${index + 1}`}
            icon={<X size={16} aria-hidden />}
            disabled={disabled}
            onClick={() => onChange(photos.filter((one) => one !== photo))}
          />
        </span>
      ))}
      {photos.length < MESSAGE_PICTURES_MAX && (
        <>
          <input
            ref={input}
            type="file"
            accept="image/*"
            multiple
            hidden
            aria-label={t`Add pictures`}
            onChange={(event) => {
              const chosen = [...(event.target.files ?? [])]
              onChange([...photos, ...chosen].slice(0, MESSAGE_PICTURES_MAX))
              event.target.value = ''
            }}
          />
          <Button
            variant="quiet"
            size="dense"
            icon={<ImagePlus size={18} aria-hidden />}
            disabled={disabled}
            onClick={() => input.current?.click()}
          >{t`Add pictures`}</Button>
        </>
      )}
    </div>
  )
}

function Preview({ photo }: { photo: File }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(photo)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [photo],
  )
  return <img ref={show} alt={photo.name} />
}
