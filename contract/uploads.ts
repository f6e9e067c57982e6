/**
 * Pictures that people upload. Users' pictures are read only through short-lived signed links; payees' pictures, which
 * every user sees, have permanent addresses.
 */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pathId } from './shapes.ts'

/** The browser may send this much; pictures that it compresses are far smaller. */
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
  summary: 'A picture, for the holder of a link that was signed for them a few minutes ago',
  params: z.strictObject({ id: fileId }),
  query: z.strictObject({
    viewer: pathId,
    until: z.string().check(z.regex(/^\d{1,12}$/)),
    signature: z.string().check(z.maxLength(100)),
  }),
  reply: 'file',
})

export const uploadPayeePicture = endpoint({
  name: 'uploadPayeePicture',
  method: 'POST',
  path: '/deposit-methods/pictures',
  who: 'admin',
  permission: 'methods.edit',
  freshCode: 'never',
  fourEyes: 'never',
  summary:
    'Upload a QR code for a deposit method, under the rules of /upload-image; it is deleted after a day unless a method or an open proposal uses it',
  refusals: ['image_unreadable', 'image_too_large', 'uploads_full'],
  limit: 'upload',
  body: 'image',
  reply: z.object({ success: z.boolean(), url: z.string() }),
  status: 201,
})

export const getPayeePicture = endpoint({
  name: 'getPayeePicture',
  method: 'GET',
  path: '/deposit-methods/pictures/{id}',
  who: 'anyone',
  summary: 'The QR code of a deposit method; the picture at an address never changes',
  params: z.strictObject({ id: fileId }),
  reply: 'file',
})

/** The address of a payee's picture. */
export function payeePictureAt(file: string): string {
  return `/api/deposit-methods/pictures/${file}`
}

/** The file behind the address of a payee's picture in our own store; null for any other address. */
export function payeePictureOf(url: string): string | null {
  return /^\/api\/deposit-methods\/pictures\/([\w-]{22})$/.exec(url)?.[1] ?? null
}

/** The file in a link from `uploadImage` or a record, even if its signature has expired; null for another link. */
export function fileIdOf(url: string): string | null {
  return /^(?:https?:\/\/[^/]+)?\/api\/files\/([\w-]{22})(?:\?|$)/.exec(url)?.[1] ?? null
}
