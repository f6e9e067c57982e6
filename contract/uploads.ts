/** Pictures that users hand in (identity documents): sent once, read back only through short-lived signed links. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pathId } from './shapes.ts'

/** The browser may send this much; what it compresses itself is far smaller. */
export const IMAGE_BYTES_MAX = 5 * 1024 * 1024

const fileId = z.string().check(z.regex(/^[\w-]{22}$/))

export const uploadImage = endpoint({
  name: 'uploadImage',
  method: 'POST',
  path: '/upload-image',
  who: 'user',
  summary: 'Upload a JPEG, PNG or WebP picture, at most 5 MB and 25 megapixels; unused ones are deleted after a day',
  refusals: ['image_unreadable', 'image_too_large', 'uploads_full'],
  limit: 'upload',
  body: 'image',
  reply: z.object({ success: z.boolean(), url: z.string() }),
  status: 201,
})

export const getFile = endpoint({
  name: 'getFile',
  method: 'GET',
  path: '/files/{id}',
  who: 'anyone',
  summary: 'A picture, for whoever holds a link that was signed for them a few minutes ago',
  params: z.strictObject({ id: fileId }),
  query: z.strictObject({
    viewer: pathId,
    until: z.string().check(z.regex(/^\d{1,12}$/)),
    signature: z.string().check(z.maxLength(100)),
  }),
  reply: 'file',
})

/** The file that a link of `uploadImage` or of a record names, whatever has become of its signature; null for another link. */
export function fileIdOf(url: string): string | null {
  return /^(?:https?:\/\/[^/]+)?\/api\/files\/([\w-]{22})(?:\?|$)/.exec(url)?.[1] ?? null
}
