import { MESSAGE_MAX } from '@bittkosh/contract/shapes'
import { MESSAGE_PICTURES_MAX } from '@bittkosh/contract/support'
import { useLingui } from '@lingui/react/macro'
import { ImagePlus, X } from 'lucide-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
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
  /** What to do after an attempt without a reply, if a repeat would be sent again. */
  ifUnanswered?: ReactNode
  size?: 'regular' | 'dense'
  rows?: number
  /** Beside the send button. */
  children?: ReactNode
}

/** The message editor: Ctrl+Enter sends. */
export function Composer(props: ComposerProps) {
  const {
    message,
    label,
    hint,
    withPictures = false,
    submit,
    size = 'regular',
    rows = 4,
    ifUnanswered,
    children,
  } = props
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
      <Submit form={message} size={size} ifUnanswered={ifUnanswered}>
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
  const [leftOut, setLeftOut] = useState<readonly File[]>([])
  const names = leftOut.map(({ name }) => name).join(', ')
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
              const chosen = [...photos, ...(event.target.files ?? [])]
              setLeftOut(chosen.slice(MESSAGE_PICTURES_MAX))
              onChange(chosen.slice(0, MESSAGE_PICTURES_MAX))
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
      {leftOut.length > 0 && photos.length === MESSAGE_PICTURES_MAX && (
        <p role="alert" className={styles.leftOut}>
          {t`A message holds at most ${MESSAGE_PICTURES_MAX} pictures. Not added: ${names}`}
        </p>
      )}
    </div>
  )
}

/** A kind that the browser cannot show, such as HEIC on most computers, is one that the server is likely to refuse. */
function Preview({ photo }: { photo: File }) {
  const { t } = useLingui()
  const [isUnreadable, setUnreadable] = useState(false)
  const { name } = photo
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(photo)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [photo],
  )
  if (isUnreadable) return <span role="alert">{t`${name} can't be shown. Use a JPEG, PNG or WebP photo.`}</span>
  return <img ref={show} alt={name} onError={() => setUnreadable(true)} />
}
