import { latinDigits } from '@bittkosh/contract/digits'
import { CONSENT_VERSION, checkKycForm, type IdType, pictureCount } from '@bittkosh/contract/kyc'
import { getProfile, updateProfile } from '@bittkosh/contract/profile'
import { withdrawalTerms } from '@bittkosh/contract/withdrawals'
import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/ApiError.ts'
import { useAttemptKeys } from '../api/attemptKey.ts'
import { call } from '../api/client.ts'
import { forgetDraft, keepDraft, readDraft } from '../api/draft.ts'
import { failureMessage, fieldMessages, isUnanswered, rulesOutEarlier } from '../api/failure.ts'
import { refresh } from '../api/refresh.ts'
import { refusalMessage } from '../api/refusal.ts'
import { forgetPictures, sendPicture, UploadFailed } from '../api/sendPicture.ts'
import { useRefusal } from '../api/useRefusal.ts'
import { useLanguage } from '../kit/device/language.ts'
import { toast } from '../kit/overlays/toast.ts'

type Side = 'front' | 'back'
type Stage = 'typing' | 'uploading' | 'submitting'

/** A side of a document type: each has its own photo. */
type Place = `${IdType} ${Side}`

const noLinks = { 'aadhar front': '', 'aadhar back': '', 'pan front': '', 'pan back': '' } satisfies Record<
  Place,
  string
>
/** What is stored on the device: the links of uploaded photos, not the photos. */
const pristine = { type: '', number: '', ...noLinks }
const DRAFT = 'kyc'

/**
 * State of a document that is being submitted: number, photos, their upload, and the refusals on their fields. A photo is uploaded
 * as soon as it is chosen and the person has agreed, because the camera takes the foreground and a phone may close the page in the
 * background.
 */
export function useKycForm(types: readonly IdType[], onDone: () => void = () => {}) {
  const { t } = useLingui()
  const [kept, setKept] = useState(() => ({ ...pristine, ...readDraft(DRAFT, pristine).values }))
  const [photos, setPhotos] = useState<Partial<Record<Place, File>>>({})
  /** Why the server does not accept a photo. */
  const [unfit, setUnfit] = useState<Partial<Record<Place, string>>>({})
  const [agreed, setAgreed] = useState(false)
  const [stage, setStage] = useState<Stage>('typing')
  const [unanswered, setUnanswered] = useState(false)
  const keys = useAttemptKeys()
  const language = useLanguage()
  const { form: element, errors, failure, refuse, clear } = useRefusal()
  const latest = useRef(photos)
  const type = types.find((each) => each === kept.type) ?? types[0] ?? 'aadhar'
  const sides: Side[] = pictureCount[type] === 2 ? ['front', 'back'] : ['front']

  const placeOf = (side: Side): Place => `${type} ${side}`
  const photoOf = (side: Side) => photos[placeOf(side)]

  useEffect(() => keepDraft(DRAFT, { pristine, values: kept }), [kept])

  async function submit() {
    if (stage !== 'typing') return
    const chosen = sides.map(placeOf).filter((place) => photos[place] ?? kept[place])
    const form = { govt_id_type: type, govt_id_number: kept.number }
    const wrong = checkKycForm({ ...form, govt_id_urls: chosen })
    const found = {
      ...(chosen.length < sides.length && { govt_id_urls: refusalMessage('images_required') }),
      ...(wrong && { [wrong.field ?? '']: refusalMessage(wrong) }),
      ...(!agreed && { consent: t`Please read why we ask for this, and tick to agree.` }),
    }
    const [first] = Object.values(found)
    if (first !== undefined) return refuse(found, first)
    clear()
    setStage('uploading')
    try {
      const urls = await Promise.all(chosen.map((place) => (photos[place] ? sent(place, photos[place]) : kept[place])))
      setStage('submitting')
      const input = { body: { ...form, govt_id_urls: urls, consent: { version: CONSENT_VERSION, language } } }
      await call(updateProfile, input, { idempotencyKey: keys.keyFor(input) })
      keys.ended()
      setUnanswered(false)
      toast(t`KYC documents submitted successfully`)
      void refresh(getProfile, withdrawalTerms)
      onDone()
      forgetDraft(DRAFT) // the person may have left the page meanwhile
      setKept(pristine)
      setPhotos({})
      setAgreed(false)
    } catch (error) {
      const isUpload = error instanceof UploadFailed
      const fallback = isUpload ? t`Failed to upload image` : t`Failed to submit KYC documents`
      const cause = isUpload ? error.cause : error
      if (cause instanceof ApiError && cause.code === 'images_required') forgetUploads()
      if (!isUpload) {
        setUnanswered(isUnanswered(cause) || (unanswered && !rulesOutEarlier(cause)))
        void refresh(getProfile) // it may already contain the document
      }
      refuse(isUpload ? {} : fieldMessages(cause), failureMessage(cause, fallback))
    } finally {
      setStage('typing')
    }
  }

  function forgetUploads() {
    forgetPictures(Object.values(photos))
    setKept((before) => ({ ...before, ...noLinks }))
  }

  /** The link of an uploaded photo. One that the server does not accept is marked; a lost connection is not the photo's fault. */
  async function sent(place: Place, photo: File): Promise<string> {
    return sendPicture(photo).catch((error: Error) => {
      const { cause } = error
      const isUnfit = cause instanceof ApiError && [413, 415, 422].includes(cause.status)
      if (isUnfit && latest.current[place] === photo)
        setUnfit((before) => ({ ...before, [place]: failureMessage(cause, t`Failed to upload image`) }))
      throw error
    })
  }

  /** A lost connection is reported only when the document is submitted, which retries the upload. */
  async function upload(place: Place, photo: File) {
    const url = await sent(place, photo).catch(() => '')
    if (latest.current[place] === photo) setKept((before) => ({ ...before, [place]: url }))
  }

  return {
    type,
    number: kept.number,
    photoOf,
    /** What is wrong with the photo of a side, or that there is none. */
    photoError: (side: Side) =>
      unfit[placeOf(side)] ?? (photoOf(side) || kept[placeOf(side)] ? undefined : errors['govt_id_urls']),
    /** Whether the photo of a side was uploaded before this page was opened. */
    isUploaded: (side: Side) => photoOf(side) === undefined && kept[placeOf(side)] !== '',
    sides,
    stage,
    agreed,
    running: stage !== 'typing',
    unanswered,
    isIdempotent: updateProfile.idempotent,
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
      setKept((before) => ({ ...before, type: next }))
      clear()
    },
    setNumber(next: string) {
      setKept((before) => ({ ...before, number: latinDigits(next).toUpperCase() }))
      clear('govt_id_number')
    },
    setAgreed(next: boolean) {
      setAgreed(next)
      clear()
      if (!next) return
      for (const place of sides.map(placeOf)) if (photos[place]) void upload(place, photos[place])
    },
    setPhoto(side: Side, photo: File) {
      const place = placeOf(side)
      latest.current = { ...photos, [place]: photo }
      setPhotos(latest.current)
      setKept((before) => ({ ...before, [place]: '' })) // the previous link belongs to another photo
      setUnfit((before) => ({ ...before, [place]: undefined }))
      clear('govt_id_urls')
      if (agreed) void upload(place, photo)
    },
  }
}
