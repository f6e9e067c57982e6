import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { StartError } from '../platform/start-error.ts'
import { concatenate, opened, sealed } from './sealed.ts'

const HEADER = 48
const FRAME = 65_536
const SEALED_FRAME = FRAME + 16
const key = randomBytes(32)
const seal = (plain: Uint8Array, name = 'tables/users') => concatenate(sealed(key, name, [plain]))
const open = (file: Uint8Array, { name = 'tables/users', with: by = key } = {}) => concatenate(opened(by, name, [file]))

async function refused(file: Uint8Array, sentence = /damaged: tables\/users is not what was written/): Promise<void> {
  const error = await open(file).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StartError)
  expect(String(error)).toMatch(sentence)
}

test.each([0, 1, 1000, FRAME - 1, FRAME, FRAME + 1, 3 * FRAME, 3 * FRAME + 7])(
  '%i bytes come back, in whatever pieces they come',
  async (size) => {
    const plain = randomBytes(size)
    const file = await seal(plain)
    expect((await open(file)).equals(plain)).toBe(true)
    const pieces = Array.from({ length: Math.ceil(file.length / 9973) }, (_, n) =>
      file.subarray(n * 9973, (n + 1) * 9973),
    )
    expect((await concatenate(opened(key, 'tables/users', pieces))).equals(plain)).toBe(true)
    expect(file.length).toBe(HEADER + size + 16 * Math.max(1, Math.ceil(size / FRAME)))
  },
)

test('the same content never looks the same twice', async () => {
  const plain = Buffer.alloc(4 * 1024, 'a')
  expect((await seal(plain)).subarray(HEADER).equals((await seal(plain)).subarray(HEADER))).toBe(false)
})

describe('refused with one sentence', () => {
  test('each flipped bit of a short file', async () => {
    const file = await seal(Buffer.from('Asha has 100 rupees'))
    for (let bit = 0; bit < file.length * 8; bit++) {
      const changed = Buffer.from(file)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      await refused(changed, bit >> 3 >= 16 && bit >> 3 < 24 ? /not encrypted with this BACKUP_KEY/ : undefined)
    }
  })

  test('each length that a short file may be cut to', async () => {
    const file = await seal(Buffer.from('Asha has 100 rupees'))
    for (let length = 0; length < file.length; length++) await refused(file.subarray(0, length))
  })

  test('a long file that ends with a whole frame, lacks one, or has them in another order', async () => {
    const file = await seal(randomBytes(3 * FRAME + 100))
    const header = file.subarray(0, HEADER)
    const frames = [0, 1, 2, 3].map((n) => file.subarray(HEADER + n * SEALED_FRAME, HEADER + (n + 1) * SEALED_FRAME))
    const of = (...order: number[]) => Buffer.concat([header, ...order.map((n) => frames[n] ?? Buffer.alloc(0))])
    expect((await open(of(0, 1, 2, 3))).length).toBe(3 * FRAME + 100)
    for (const order of [[], [0], [0, 1], [0, 1, 2], [1, 2, 3], [0, 2, 3], [1, 0, 2, 3], [0, 2, 1, 3], [0, 0, 1, 2, 3]])
      await refused(of(...order))
    await refused(Buffer.concat([file, frames[3] ?? Buffer.alloc(0)]))
    await refused(Buffer.concat([file, Buffer.from([0])]))
  })

  test('frames of another file under the same key, and a file under the name of another', async () => {
    const [one, other] = [await seal(randomBytes(FRAME + 5)), await seal(randomBytes(FRAME + 5))]
    await refused(Buffer.concat([one.subarray(0, HEADER + SEALED_FRAME), other.subarray(HEADER + SEALED_FRAME)]))
    await refused(await seal(Buffer.from('of deposits'), 'tables/deposits'))
  })

  test('another key, and a file that is not encrypted', async () => {
    const error = await open(await seal(Buffer.from('Asha')), { with: randomBytes(32) }).catch((thrown) => thrown)
    expect(String(error)).toMatch(/not encrypted with this BACKUP_KEY.*Set BACKUP_KEY to the key/)
    await refused(Buffer.alloc(200, '{"format": 2}'))
  })
})
