import { payeePictureOf, uploadPayeePicture } from '@bittkosh/contract/uploads'
import { useLingui } from '@lingui/react/macro'
import { useAction } from '../api/useAction.ts'
import { Field } from '../kit/forms/Field.tsx'
import { FileInput } from '../kit/forms/FileInput.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'

type OwnQrProps = { name: string; value: string; onChange: (url: string) => void; error: string | undefined }

/** The code that a merchant has from their bank. Its picture is stored here; an address elsewhere is kept but not shown to users. */
export function OwnQr({ error, ...input }: OwnQrProps) {
  const { t } = useLingui()
  const upload = useAction({
    endpoint: uploadPayeePicture,
    fallback: t`Failed to upload image`,
    onDone: ({ url }) => input.onChange(url),
  })
  function send(file: File) {
    const body = new FormData()
    body.append('image', file)
    void upload.run({ body })
  }
  const isElsewhere = input.value !== '' && payeePictureOf(input.value) === null
  return (
    <>
      <Field
        label={t`Picture of your own QR code`}
        hint={t`Users see a code drawn from the UPI ID, with their exact amount; this one below it, for those who cannot scan that.`}
        optional
      >
        <FileInput accept="image/jpeg,image/png,image/webp" disabled={upload.running} onFile={send} />
      </Field>
      <Field
        label={t`QR code URL`}
        hint={
          isElsewhere &&
          t`Users do not see a picture at this address: whoever holds it can change whom they pay. Choose the picture instead.`
        }
        error={error}
        optional
      >
        <TextInput {...input} dense maxLength={200} autoComplete="off" spellCheck={false} autoCapitalize="off" />
      </Field>
    </>
  )
}
