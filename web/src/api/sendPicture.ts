import { refusals } from '@bittkosh/contract/refusals'
import { uploadImage } from '@bittkosh/contract/uploads'
import { ApiError } from './ApiError.ts'
import { call } from './client.ts'
import { compressed, isTooLarge } from './compress.ts'

/** Photos that are being or were uploaded: a form that is refused for another reason does not upload them again. */
const sent = new WeakMap<File, Promise<string>>()

/** A photo did not reach the server; its message is the file's name, and `cause` says why. */
export class UploadFailed extends Error {}

/** Compresses and uploads a photo once; returns its link. After a failure the next call uploads it again. */
export function sendPicture(photo: File): Promise<string> {
  const known = sent.get(photo)
  if (known) return known
  const sending = send(photo).catch((cause: unknown) => {
    sent.delete(photo)
    throw new UploadFailed(photo.name, { cause })
  })
  sent.set(photo, sending)
  return sending
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

/** Uploads that the server no longer knows (a day has passed) are repeated. */
export function forgetPictures(photos: readonly File[]): void {
  for (const photo of photos) sent.delete(photo)
}
