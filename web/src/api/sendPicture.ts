import { refusals } from '@bittkosh/contract/refusals'
import { uploadImage } from '@bittkosh/contract/uploads'
import { ApiError } from './ApiError.ts'
import { call } from './client.ts'
import { compressed, isTooLarge } from './compress.ts'

/** What was uploaded stays uploaded: a form that is refused for something else does not send its photos again. */
const uploaded = new WeakMap<File, string>()

/** A photo did not reach the server; why is its `cause`. */
export class UploadFailed extends Error {}

/** Compresses and uploads a photo once; its link. */
export async function sendPicture(photo: File): Promise<string> {
  const known = uploaded.get(photo)
  if (known) return known
  try {
    const picture = await compressed(photo)
    if (isTooLarge(picture)) {
      const { message } = refusals.image_too_large
      throw new ApiError(413, message, { code: 'image_too_large', message })
    }
    const body = new FormData()
    body.append('image', picture, 'document.jpg')
    const { url } = await call(uploadImage, { body })
    uploaded.set(photo, url)
    return url
  } catch (cause) {
    throw new UploadFailed('upload failed', { cause })
  }
}

/** Uploads that the server does not know any more (a day has passed) are sent anew. */
export function forgetPictures(photos: readonly File[]): void {
  for (const photo of photos) uploaded.delete(photo)
}
