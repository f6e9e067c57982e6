/** Pictures for tests, and the multipart form that carries one. */
import sharp from 'sharp'
import { pictureLinks } from '../../server/src/uploads/actions.ts'
import { storePicture } from '../../server/src/uploads/handlers.ts'
import type { TestServer, TestUser } from './server.ts'

/** A small photo-like picture; `shade` makes each one different. */
export function makePicture(
  format: 'jpeg' | 'png' | 'webp' = 'jpeg',
  { width = 320, height = 200, shade = 120 }: { width?: number; height?: number; shade?: number } = {},
): Promise<Buffer> {
  const background = { r: shade, g: 90, b: 40 }
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
}

/** POST /upload-image as a browser sends it, or another call that takes a picture. */
export async function upload(
  server: Pick<TestServer, 'app'>,
  as: TestUser,
  bytes: Buffer,
  { field = 'image', filename = 'card.jpg', type = 'image/jpeg', path = '/upload-image' } = {},
): Promise<{
  status: number
  body: { url: string; code: string; success: boolean }
  headers: Record<string, unknown>
}> {
  const boundary = 'picture-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${as.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  return { status: reply.statusCode, body: JSON.parse(reply.body), headers: reply.headers }
}

/** As if a picture had been uploaded; nothing decodes it. Returns its link. */
export async function uploadedUrl({ services, clock }: TestServer, as: TestUser): Promise<string> {
  const [picture, at] = [await (card ??= makePicture()), clock.now()]
  const file = await storePicture(services, { picture, owner: as.id, purpose: 'identity', at })
  return pictureLinks(services.config, { files: [file], viewer: as.id, at })[0] ?? ''
}
let card: Promise<Buffer> | undefined
