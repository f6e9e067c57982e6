import { payeePictureOf } from '@bittkosh/contract/uploads'
import { useLingui } from '@lingui/react/macro'
import { Field } from '../kit/forms/Field.tsx'
import { FileInput } from '../kit/forms/FileInput.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'

export type QrPicture = { isSending: boolean; send: (file: File) => void }

type OwnQrProps = {
  name: string
  value: string
  onChange: (url: string) => void
  error: string | undefined
  picture: QrPicture
}

/**
 * The QR code that a merchant got from their bank. Its picture is stored here; an external address is kept but not shown to users.
 */
export function OwnQr({ error, picture, ...input }: OwnQrProps) {
  const { t } = useLingui()
  const isElsewhere = input.value !== '' && payeePictureOf(input.value) === null
  return (
    <>
      <Field
        label={t`Picture of your own QR code`}
        hint={t`Users see a code generated from the UPI ID with their exact amount, and this one below it in case they can’t scan that.`}
        optional
      >
        <FileInput accept="image/jpeg,image/png,image/webp" disabled={picture.isSending} onFile={picture.send} />
      </Field>
      <Field
        label={t`QR code URL`}
        hint={
          isElsewhere &&
          t`Users don’t see a picture at this address, because whoever controls it could change whom they pay. Upload the picture instead.`
        }
        error={error}
        optional
      >
        <TextInput {...input} dense maxLength={200} autoComplete="off" spellCheck={false} autoCapitalize="off" />
      </Field>
    </>
  )
}
