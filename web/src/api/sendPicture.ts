import { refusals } from '@bittkosh/contract/refusals'
import { uploadImage } from '@bittkosh/contract/uploads'
import { ApiError } from './ApiError.ts'
import { call } from './client.ts'
import { compressed, isTooLarge } from './compress.ts'

/** A photo did not reach the server; why is its `cause`. */
export class UploadFailed extends Error {}

/** What is being sent or was: a form that is refused for something else does not send its photos again. */
const sending = new WeakMap<File, Promise<string>>()

/** Compresses and uploads a photo, once; its link. One that failed is sent again. Throws UploadFailed with its cause. */
export function sendPicture(photo: File): Promise<string> {
  const known = sending.get(photo)
  if (known) return known
  const sent = send(photo).catch((cause: unknown) => {
    sending.delete(photo)
    throw new UploadFailed('upload failed', { cause })
  })
  sending.set(photo, sent)
  return sent
}

/** Uploads that the server does not know any more (a day has passed) are sent anew. */
export function forgetPictures(photos: readonly File[]): void {
  for (const photo of photos) sending.delete(photo)
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
