import { refusals } from '@bittkosh/contract/refusals'
import { uploadImage } from '@bittkosh/contract/uploads'
import { ApiError } from '../api/ApiError.ts'
import { call } from '../api/client.ts'
import { compressed, isTooLarge } from './compress.ts'

export class UploadFailed extends Error {}

/** What is being sent or was: a submission that is refused for its number does not send the photos again. */
const sending = new WeakMap<File, Promise<string>>()

/** Uploads a photo, once; one that failed is sent again. Throws UploadFailed with its cause. */
export function sendOnce(photo: File): Promise<string> {
  const known = sending.get(photo)
  if (known) return known
  const sent = send(photo).catch((cause: unknown) => {
    sending.delete(photo)
    throw new UploadFailed('upload failed', { cause })
  })
  sending.set(photo, sent)
  return sent
}

/** The server does not know it any more (a day has passed): the next submission sends it anew. */
export function forget(photo: File): void {
  sending.delete(photo)
}

async function send(photo: File): Promise<string> {
  const picture = await compressed(photo)
  if (isTooLarge(picture)) {
    const { message } = refusals.image_too_large
    throw new ApiError(413, message, { code: 'image_too_large', message })
  }
  const body = new FormData()
  body.append('image', picture, 'document.jpg')
  return (await call(uploadImage, { body })).url
}
