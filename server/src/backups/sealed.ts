/**
 * Files of a backup encrypted with the operator's BACKUP_KEY: a header (magic, name of the key, salt), then frames of 64
 * KiB, each sealed with AES-256-GCM. Every file has its own key, derived from BACKUP_KEY, its header and its name in the
 * backup, so that nothing can be swapped between files; a frame's nonce is its number and whether it is the last, so that
 * none can be left out, swapped or added. The construction is STREAM, as in age.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { StartError } from '../platform/start-error.ts'

const MAGIC = Buffer.from('BITTKOSH-SEALED1')
const KEY_NAME_BYTES = 8
const SALT_BYTES = 24
const HEADER_BYTES = MAGIC.length + KEY_NAME_BYTES + SALT_BYTES
const FRAME_BYTES = 65_536
const TAG_BYTES = 16

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Seals the content of the file `name` of a backup, piece by piece. */
export async function* sealed(key: Uint8Array, name: string, plain: Pieces): AsyncIterable<Buffer> {
  const header = Buffer.concat([MAGIC, nameOfKey(key), randomBytes(SALT_BYTES)])
  const fileKey = keyOfFile(key, header, name)
  yield header
  for await (const { bytes, number, isLast } of framesOf(plain, FRAME_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(number, isLast))
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/**
 * Opens what `sealed` made, frame by frame: each yielded piece is authentic, but the content is complete only after the
 * last one. Throws a StartError for another key, another name, or anything that was changed, moved, added or cut off.
 */
export async function* opened(key: Uint8Array, name: string, file: Pieces): AsyncIterable<Buffer> {
  const { header, rest } = await headerOf(file, name)
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) throw damaged(name)
  if (!header.subarray(MAGIC.length, MAGIC.length + KEY_NAME_BYTES).equals(nameOfKey(key)))
    throw new StartError(
      `The backup was not encrypted with this BACKUP_KEY (or the first bytes of ${name} are damaged). Set BACKUP_KEY to the key it was made with. Nothing was restored.`,
    )
  const fileKey = keyOfFile(key, header, name)
  for await (const { bytes, number, isLast } of framesOf(rest, FRAME_BYTES + TAG_BYTES)) {
    if (bytes.length < TAG_BYTES) throw damaged(name)
    const decipher = createDecipheriv('aes-256-gcm', fileKey, nonceOf(number, isLast), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const plain = decipher.update(bytes.subarray(0, -TAG_BYTES))
    try {
      decipher.final()
    } catch {
      throw damaged(name)
    }
    yield plain
  }
}

/** All pieces of a small file at once. */
export async function concatenate(pieces: Pieces): Promise<Buffer> {
  const list = []
  for await (const piece of pieces) list.push(piece)
  return Buffer.concat(list)
}

type Frame = { bytes: Buffer; number: number; isLast: boolean }

/** Cuts a stream into frames of one size. The last frame is the remainder: whole, shorter, or empty if the stream was. */
async function* framesOf(pieces: Pieces, size: number): AsyncIterable<Frame> {
  let waiting = Buffer.alloc(0)
  let number = 0
  for await (const piece of pieces) {
    waiting = Buffer.concat([waiting, piece])
    let at = 0
    // A frame that is exactly full waits: only the end of the stream shows whether it is the last.
    for (; waiting.length - at > size; at += size)
      yield { bytes: waiting.subarray(at, at + size), number: number++, isLast: false }
    waiting = waiting.subarray(at)
  }
  yield { bytes: waiting, number, isLast: true }
}

async function headerOf(file: Pieces, name: string): Promise<{ header: Buffer; rest: AsyncIterable<Uint8Array> }> {
  const pieces = (async function* () {
    yield* file
  })()
  let start = Buffer.alloc(0)
  while (start.length < HEADER_BYTES) {
    const { value, done } = await pieces.next()
    if (done) throw damaged(name)
    start = Buffer.concat([start, value])
  }
  const rest = async function* () {
    yield start.subarray(HEADER_BYTES)
    yield* pieces
  }
  return { header: start.subarray(0, HEADER_BYTES), rest: rest() }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

function keyOfFile(key: Uint8Array, header: Uint8Array, name: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, header, `bittkosh backup file ${name}`, 32))
}

/** Distinguishes keys and reveals nothing about them. */
function nameOfKey(key: Uint8Array): Buffer {
  return createHmac('sha256', key).update('name of a backup key').digest().subarray(0, KEY_NAME_BYTES)
}

function damaged(name: string): StartError {
  return new StartError(`The backup is damaged: ${name} is not what was written. Nothing was restored.`)
}
