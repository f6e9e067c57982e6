import { readdirSync, readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { makePicture } from '../../../tests/support/pictures.ts'
import type { MayRefuse } from '../platform/http/refuse.ts'
import * as pictures from './pictures.ts'

const readPicture = (bytes: Buffer) =>
  pictures.readPicture({} as MayRefuse<'image_unreadable' | 'image_too_large'>, bytes)

const unreadable = { refused: { code: 'image_unreadable', field: 'image' } }
const busyNow = { refused: { code: 'unavailable', retryAfterSeconds: 5 } }
const tooLarge = { refused: { code: 'image_too_large', field: 'image' } }

/** A PNG whose header claims a size; its pixels are all zero, which compresses to almost nothing. */
function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(Math.min((width * 3 + 1) * height, 4_000_000)))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

test.each(['jpeg', 'png', 'webp'] as const)('a %s becomes a JPEG of the same size', async (format) => {
  const header = await sharp(await readPicture(await makePicture(format))).metadata()
  expect(header).toMatchObject({ format: 'jpeg', width: 320, height: 200 })
})

test('a large photo is reduced to 2400 pixels an edge', async () => {
  const picture = await readPicture(await makePicture('jpeg', { width: 4000, height: 3000 }))
  expect(await sharp(picture).metadata()).toMatchObject({ width: 2400, height: 1800 })
})

test('a photo taken sideways is turned upright, and its location and camera are removed', async () => {
  const photo = await sharp(await makePicture())
    .withExif({
      IFD0: { Make: 'SpyCam', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '28/1 36/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>home</secret></x:xmpmeta>')
    .toBuffer()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const picture = await readPicture(photo)
  const header = await sharp(picture).metadata()
  expect(header).toMatchObject({ width: 200, height: 320 })
  expect([header.exif, header.xmp, header.iptc, header.icc, header.orientation]).toEqual(Array(5).fill(undefined))
  expect(picture.includes('SpyCam')).toBe(false)
})

test('a transparent picture gets a white background', async () => {
  const clear = await sharp({
    create: { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  const { data } = await sharp(await readPicture(clear))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
})

describe('data hidden in a picture is removed', () => {
  const payload = '<html><script>alert(document.cookie)</script></html>%PDF-1.7 PK\u0003\u0004 GIFAR'
  test.each(['jpeg', 'png', 'webp'] as const)('markup and archives after the end of a %s', async (format) => {
    const picture = await readPicture(Buffer.concat([await makePicture(format), Buffer.from(payload)]))
    expect(picture.includes('script')).toBe(false)
    expect(picture.includes('PDF')).toBe(false)
  })

  test('a script in a JPEG comment', async () => {
    const jpeg = await makePicture('jpeg')
    const comment = Buffer.from(payload)
    const segment = Buffer.from([0xff, 0xfe, (comment.length + 2) >> 8, (comment.length + 2) & 0xff])
    const polyglot = Buffer.concat([jpeg.subarray(0, 2), segment, comment, jpeg.subarray(2)])
    expect((await readPicture(polyglot)).includes('script')).toBe(false)
  })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('hello')],
  ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
  ['a PDF', Buffer.from('%PDF-1.7\n')],
  ['a HEIC photo', Buffer.from('\x00\x00\x00\x18ftypheic', 'latin1')],
  ['the first bytes of a JPEG and nothing more', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ['the signature of a PNG before a JPEG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xd8])],
])('%s is refused', async (_case, bytes) => {
  await expect(readPicture(bytes)).rejects.toMatchObject(unreadable)
})

test.each(['jpeg', 'png', 'webp'] as const)('a truncated %s is refused', async (format) => {
  const whole = await sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
    .toFormat(format)
    .toBuffer()
  await expect(readPicture(whole.subarray(0, Math.floor(whole.length / 2)))).rejects.toMatchObject(unreadable)
})

test('twenty concurrent pixel floods are refused by their headers, at no cost of memory', async () => {
  const bomb = hugePng(30_000, 30_000)
  expect(bomb.length).toBeLessThan(5_000_000)
  const before = process.memoryUsage().rss
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => readPicture(bomb)))
  for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: tooLarge })
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000)
})

test('concurrent flat pictures of 25 megapixels are decoded one at a time, outside the server', async () => {
  const flat = await makePicture('webp', { width: 5000, height: 5000 })
  const before = memoryOfAll()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, memoryOfAll())), 20)
  const read = await Promise.all(Array.from({ length: 20 }, () => readPicture(flat))).finally(() =>
    clearInterval(watch),
  )
  expect(read).toHaveLength(20)
  expect(most - before).toBeLessThan(300_000_000)
})

/** The memory of this process and its children, in bytes. */
function memoryOfAll(): number {
  const threads = readdirSync('/proc/self/task')
  const children = threads.flatMap((id) => readFileSync(`/proc/self/task/${id}/children`, 'utf8').match(/\d+/g) ?? [])
  const pagesOf = (id: string) => Number(readFileSync(`/proc/${id}/statm`, 'utf8').split(' ')[1])
  return [String(process.pid), ...children].reduce((sum, id) => sum + pagesOf(id) * 4096, 0)
}

test('a picture that claims fewer pixels than its limit but holds none is refused', async () => {
  await expect(readPicture(hugePng(5000, 5000))).rejects.toMatchObject(unreadable)
})

test('a picture that takes too long to decode is to be retried later, and the next one is decoded', async () => {
  const photo = await makePicture('png', { width: 5000, height: 4000 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const outcome = readPicture(photo).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10_000) // long before it is decoded
  vi.useRealTimers()
  expect(await outcome).toMatchObject(busyNow)
  expect((await readPicture(photo)).length).toBeGreaterThan(0)
})

test('beyond twenty waiting pictures, uploads are asked to retry later', async () => {
  const photo = await makePicture()
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => readPicture(photo)))
  const busy = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(busy).toHaveLength(9) // one is being decoded, twenty wait
  for (const outcome of busy) expect(outcome.reason).toMatchObject(busyNow)
})
