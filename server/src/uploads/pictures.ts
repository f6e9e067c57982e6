/** Makes a safe picture of an upload: only its pixels are kept, never an original byte, name or tag. */
import { type MayRefuse, refuse } from '../platform/http/refuse.ts'
import sharp from 'sharp'

const PIXELS_MAX = 25_000_000
const EDGE_MAX = 2400 // reads the small print of an ID card; 4 : 3 at this edge is 4.3 megapixels
const DECODES_MAX = 2
// A large one takes both places: decoding twenty WebP of 25 megapixels took 359 MB two at a time and 211 MB one at a
// time, in the same 2.8 s (2026-11-21, 2 cores).
const LARGE_PIXELS = 12_500_000
const WAITING_MAX = 20
const DECODE_SECONDS_MAX = 10

// Only these three decoders may process a stranger's bytes.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

/**
 * The picture re-encoded as JPEG: upright, on white, at most 2400 pixels an edge, without metadata. Of an animation,
 * the first frame. Refuses `image_unreadable` (another format, damaged, cut off, too slow to read), `image_too_large`
 * (by the header, before anything is decoded) and `unavailable` when too many wait.
 */
export async function readPicture(call: MayRefuse<Unreadable | 'image_too_large'>, bytes: Buffer): Promise<Buffer> {
  const format = formatOf(bytes)
  if (!format) return refuse(call, { code: 'image_unreadable', field: 'image' })
  const { width, height } = await sizeOf(call, bytes, format)
  if (width * height > PIXELS_MAX) return refuse(call, { code: 'image_too_large', field: 'image' })
  return inTurn(width * height > LARGE_PIXELS ? DECODES_MAX : 1, async () => {
    try {
      return await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true })
        .autoOrient()
        .resize({ width: EDGE_MAX, height: EDGE_MAX, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: 'white' })
        .toColourspace('srgb')
        .jpeg({ quality: 85 })
        .timeout({ seconds: DECODE_SECONDS_MAX })
        .toBuffer()
    } catch {
      return refuse(call, { code: 'image_unreadable', field: 'image' })
    }
  })
}

type Unreadable = 'image_unreadable'
type Format = 'jpeg' | 'png' | 'webp'

/** By the first bytes, not by the file's name or declared type. */
export function formatOf(bytes: Buffer): Format | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return null
}

async function sizeOf(
  call: MayRefuse<Unreadable>,
  bytes: Buffer,
  format: Format,
): Promise<{ width: number; height: number }> {
  try {
    const header = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (header.format !== format) return refuse(call, { code: 'image_unreadable', field: 'image' })
    return header
  } catch {
    return refuse(call, { code: 'image_unreadable', field: 'image' })
  }
}

let free = DECODES_MAX
const waiting: { places: number; start: () => void }[] = []

async function inTurn<T>(places: number, work: () => Promise<T>): Promise<T> {
  if (waiting.length > 0 || free < places) {
    if (waiting.length >= WAITING_MAX) refuse('unavailable')
    await new Promise<void>((start) => waiting.push({ places, start }))
  } else {
    free -= places
  }
  try {
    return await work()
  } finally {
    free += places
    for (let next = waiting[0]; next && free >= next.places; next = waiting[0]) {
      waiting.shift()
      free -= next.places
      next.start()
    }
  }
}
