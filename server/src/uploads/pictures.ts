/** Makes a safe picture from an upload: only its pixels are kept, never an original byte, name or tag. */
import { type ChildProcess, fork } from 'node:child_process'
import { type MayRefuse, refuse } from '../platform/http/refuse.ts'
import { COME_BACK_SECONDS, makeLine } from '../platform/turns.ts'
import type { Decoded } from './decoder.ts'

const WAITING_MAX = 20
const ANSWERS_WITHIN_MS = 10_000 // including the start of a decoder
const IDLE_MS = 30_000

const inTurn = makeLine(WAITING_MAX)

/**
 * For glibc: each decode returns its memory at once. Twenty flat pictures of 25 megapixels sent together took 412 MB
 * more (WebP) and 329 MB (progressive JPEG) when the server decoded them itself, and most of that stayed allocated; now
 * 169 and 227 MB for both processes together, of which the server keeps 7 MB (2026-11-22, 2 busy cores).
 */
const FRUGAL = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '1000000', MALLOC_MMAP_THRESHOLD_: '1000000' }

/**
 * The picture re-encoded as JPEG: upright, on white, at most 2400 pixels an edge, without metadata; the first frame of
 * an animation. Refuses `image_unreadable` (another format, damaged, truncated), `image_too_large` (by the header,
 * before anything is decoded) and `unavailable` if too many wait, or if the machine has no time or memory to decode it.
 */
export async function readPicture(
  call: MayRefuse<'image_unreadable' | 'image_too_large'>,
  bytes: Buffer,
): Promise<Buffer> {
  const format = formatOf(bytes)
  if (!format) return refuse(call, { code: 'image_unreadable', field: 'image' })
  const decoded = await inTurn(() => decode({ bytes, format }))
  if (decoded === 'overloaded') return refuse({ code: 'unavailable', retryAfterSeconds: COME_BACK_SECONDS })
  if ('refused' in decoded) return refuse(call, { code: decoded.refused, field: 'image' })
  return Buffer.from(decoded.picture)
}

type Format = 'jpeg' | 'png' | 'webp'

/** By the first bytes, not by the file's name or declared type. */
function formatOf(bytes: Buffer): Format | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return null
}

let decoder: ChildProcess | undefined
let idle: NodeJS.Timeout | undefined

function decode(upload: { bytes: Uint8Array; format: Format }): Promise<Decoded | 'overloaded'> {
  clearTimeout(idle)
  const child = (decoder ??= startDecoder())
  child.ref()
  return new Promise((resolve) => {
    const tooLong = setTimeout(() => child.kill('SIGKILL'), ANSWERS_WITHIN_MS)
    const end = (decoded: Decoded | 'overloaded') => {
      clearTimeout(tooLong)
      child.off('message', answered).off('exit', ended).off('error', notStarted)
      child.unref()
      idle = setTimeout(() => child.connected && child.disconnect(), IDLE_MS).unref()
      resolve(decoded)
    }
    const answered = (decoded: unknown) => end(decoded as Decoded) // as decoder.ts sends it
    // Killed by us after too long, or by a system without memory; a picture that crashes the decoder ends it
    // differently.
    const ended = (_code: number | null, signal: string | null) =>
      end(signal === 'SIGKILL' ? 'overloaded' : { refused: 'image_unreadable' })
    const notStarted = () => end('overloaded')
    child.once('message', answered).once('exit', ended).once('error', notStarted)
    child.send(upload, (error) => error && child.kill('SIGKILL'))
  })
}

function startDecoder(): ChildProcess {
  const child = fork(new URL('decoder.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...FRUGAL },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.channel?.unref()
  const forget = () => {
    if (decoder === child) decoder = undefined
  }
  child.once('exit', forget).once('disconnect', forget).on('error', forget)
  return child
}
