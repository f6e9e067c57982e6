import type { Endpoint } from '@bittkosh/contract/endpoint'
import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../api/ApiError.ts'
import { call, type Input, type Reading } from '../api/client.ts'
import { failureMessage, fieldMessages, isUnanswered, rulesOutEarlier } from '../api/failure.ts'
import { forgetPictures, sendPicture, UploadFailed } from '../api/sendPicture.ts'
import { useRefusal } from '../api/useRefusal.ts'
import { useDraft } from './draft.ts'

type MessageOptions<E extends Endpoint> = {
  endpoint: E
  /** The call's input for what was typed and uploaded. */
  input: (text: string, pictures: string[]) => Input<E>
  /** The part of the input that identifies an attempt; all of it if left out. */
  attemptOf?: (sent: Input<E>) => unknown
  /** The name under which the text is stored until it is sent. */
  draft: string
  onSent: (reply: Reading<E>) => void
  onRefused?: (error: ApiError) => void
}

/** State of a message that is being written: its text, its pictures, their upload, and why it could not be sent. */
export function useMessage<E extends Endpoint>({
  endpoint,
  input,
  attemptOf = (sent) => sent,
  draft,
  onSent,
  onRefused,
}: MessageOptions<E>) {
  const { t } = useLingui()
  const { text, setText, keys, keep, forget: forgetText } = useDraft(draft)
  const [photos, setPhotos] = useState<readonly File[]>([])
  const [running, setRunning] = useState(false)
  /** The text of the attempt that got no reply. */
  const [lost, setLost] = useState<string | null>(null)
  const { form, errors, failure, refuse, clear } = useRefusal()

  const unanswered = text === lost

  function forget() {
    forgetText()
    setPhotos([])
  }

  /** `change` changes the input for this attempt only, for example to close the conversation with it. */
  async function send(change: (sent: Input<E>) => Input<E> = (sent) => sent) {
    if (running) return
    if (text.trim() === '') return refuse({ text: t`Write your message first` }, t`Write your message first`)
    clear()
    setRunning(true)
    try {
      const sent = change(input(text, await Promise.all(photos.map(sendPicture))))
      const idempotencyKey = keys.keyFor(attemptOf(sent))
      keep()
      const reply = await call(endpoint, sent, { idempotencyKey })
      setLost(null)
      forget()
      onSent(reply)
    } catch (error) {
      const isUpload = error instanceof UploadFailed
      const cause = isUpload ? error.cause : error
      if (cause instanceof ApiError && cause.code === 'images_required') forgetPictures(photos)
      if (cause instanceof ApiError) onRefused?.(cause)
      else console.error(cause)
      // The same message was sent before this page was loaded, and only its reply was lost: nothing is left to send.
      if (cause instanceof ApiError && cause.code === 'key_reused') return forget()
      if (isUpload) return refuse({}, `${error.message}: ${failureMessage(cause, t`Failed to upload image`)}`)
      setLost(isUnanswered(cause) || (unanswered && !rulesOutEarlier(cause)) ? text : null)
      refuse(fieldMessages(cause), failureMessage(cause, t`Failed to send your message`))
    } finally {
      setRunning(false)
    }
  }

  return {
    text,
    setText(next: string) {
      setText(next)
      clear('text')
    },
    photos,
    setPhotos(next: readonly File[]) {
      setPhotos(next)
      clear('pictures')
    },
    errors,
    failure: failure ?? errors.pictures ?? errors.about ?? null,
    running,
    /** No reply came, and the message may have been sent. */
    unanswered,
    isIdempotent: endpoint.idempotent === true,
    wasUnanswered: unanswered, // another text is another message
    send,
    props: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        void send()
      },
    },
  }
}

export type Message = Pick<
  ReturnType<typeof useMessage<Endpoint>>,
  | 'text'
  | 'setText'
  | 'photos'
  | 'setPhotos'
  | 'errors'
  | 'failure'
  | 'running'
  | 'unanswered'
  | 'isIdempotent'
  | 'wasUnanswered'
  | 'props'
> & { send: () => Promise<void> }
