import { CONSENT_VERSION, checkKycForm, type IdType, pictureCount } from '@bittkosh/contract/kyc'
import { getProfile, updateProfile } from '@bittkosh/contract/profile'
import { withdrawalTerms } from '@bittkosh/contract/withdrawals'
import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../api/ApiError.ts'
import { call } from '../api/client.ts'
import { failureMessage, fieldMessages } from '../api/failure.ts'
import { refresh } from '../api/refresh.ts'
import { refusalMessage } from '../api/refusal.ts'
import { forgetPictures, sendPicture, UploadFailed } from '../api/sendPicture.ts'
import { useRefusal } from '../api/useRefusal.ts'
import { useLanguage } from '../kit/device/language.ts'
import { toast } from '../kit/overlays/toast.ts'

type Side = 'front' | 'back'
type Stage = 'typing' | 'uploading' | 'submitting'

/** State of a document that is being submitted: number, photos, their upload, and the refusals on their fields. */
export function useKycForm(first: IdType = 'aadhar') {
  const { t } = useLingui()
  const [type, setType] = useState<IdType>(first)
  const [number, setNumber] = useState('')
  const [photos, setPhotos] = useState<Partial<Record<Side, File>>>({})
  const [agreed, setAgreed] = useState(false)
  const [stage, setStage] = useState<Stage>('typing')
  const language = useLanguage()
  const { form: element, errors, failure, refuse, clear } = useRefusal()
  const sides: Side[] = pictureCount[type] === 2 ? ['front', 'back'] : ['front']

  async function submit() {
    if (stage !== 'typing') return
    const chosen = sides.flatMap((side) => photos[side] ?? [])
    const form = { govt_id_type: type, govt_id_number: number }
    const wrong = checkKycForm({ ...form, govt_id_urls: chosen.map((photo) => photo.name || 'photo') })
    if (wrong) {
      const message = refusalMessage(wrong)
      return refuse({ [wrong.field ?? '']: message }, message)
    }
    if (!agreed) return refuse({}, t`Please read why we ask for this, and agree below.`)
    clear()
    setStage('uploading')
    try {
      const urls = await Promise.all(chosen.map(sendPicture))
      setStage('submitting')
      await call(updateProfile, {
        body: { ...form, govt_id_urls: urls, consent: { version: CONSENT_VERSION, language } },
      })
      toast(t`KYC documents submitted successfully`)
      void refresh(getProfile, withdrawalTerms)
      setNumber('')
      setPhotos({})
      setAgreed(false)
    } catch (error) {
      const isUpload = error instanceof UploadFailed
      const fallback = isUpload ? t`Failed to upload image` : t`Failed to submit KYC documents`
      const cause = isUpload ? error.cause : error
      if (cause instanceof ApiError && cause.code === 'images_required') forgetPictures(chosen)
      refuse(isUpload ? {} : fieldMessages(cause), failureMessage(cause, fallback))
    } finally {
      setStage('typing')
    }
  }

  return {
    type,
    number,
    photos,
    sides,
    stage,
    agreed,
    running: stage !== 'typing',
    errors,
    failure,
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        void submit()
      },
    },
    setType(next: IdType) {
      setType(next)
      clear()
    },
    setNumber(next: string) {
      setNumber(next.toUpperCase())
      clear('govt_id_number')
    },
    setAgreed(next: boolean) {
      setAgreed(next)
      clear()
    },
    setPhoto(side: Side, photo: File) {
      setPhotos((before) => ({ ...before, [side]: photo }))
      clear('govt_id_urls')
    },
  }
}
