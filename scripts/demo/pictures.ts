/** Pictures of the demo's documents: one drawn sample card, encrypted separately for each person as an upload would be. */
import { pictureCount } from '@bittkosh/contract/kyc'
import sharp from 'sharp'
import type { Config } from '../../server/src/config.ts'
import type { KycRow } from '../../server/src/kyc/queries.ts'
import { fileStore } from '../../server/src/platform/files/files.ts'
import { digestOf } from './people.ts'
import { encrypt, keyRing, newKey } from '../../server/src/platform/files/keys.ts'

type FileRecord = {
  id: string
  owner_id: number
  bytes: number
  sealed_key: Buffer
  state: string
  created_at: Date
}

export async function drawCard(): Promise<Buffer> {
  const card = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="300">
    <rect width="480" height="300" fill="#f4efe1"/><rect width="480" height="56" fill="#24425c"/>
    <rect x="28" y="90" width="110" height="140" fill="#c9bfa5"/>
    <g fill="#7a7262"><rect x="170" y="96" width="240" height="16"/><rect x="170" y="134" width="180" height="16"/>
    <rect x="170" y="172" width="210" height="16"/><rect x="170" y="214" width="150" height="16"/></g>
    <text x="28" y="37" font-family="sans-serif" font-size="24" fill="#fff">SAMPLE DOCUMENT</text></svg>`
  return sharp(Buffer.from(card)).jpeg({ quality: 70 }).toBuffer()
}

const SIDES_MAX = Math.max(...Object.values(pictureCount))

/** A picture's id is derived from the person's number, so that the files of a killed run can be found again. */
export function pictureId(person: number, side: number): string {
  return digestOf(`picture ${person} ${side}`).subarray(0, 16).toString('base64url')
}

/**
 * Deletes the pictures that a run killed before its commit stored for people who are missing: the next run has a later time, and
 * may draw other documents for them or none.
 */
export async function dropLeftPictures(people: readonly number[], { config }: { config: Config }): Promise<void> {
  const store = await fileStore(config)
  const left = new Set(
    people.flatMap((person) => Array.from({ length: SIDES_MAX }, (_, side) => pictureId(person, side))),
  )
  for await (const name of store.names()) if (left.has(name)) await store.delete(name)
}

/** Stores the pictures that records refer to and returns the rows of their files. */
export async function storePictures(
  records: readonly KycRow[],
  { config, card }: { config: Config; card: Buffer },
): Promise<FileRecord[]> {
  const store = await fileStore(config)
  const ring = keyRing(config)
  const files = records.flatMap(({ user_id, submitted_at, pictures }) =>
    pictures.map(async (id) => {
      const key = newKey()
      const sealed = encrypt(key, card, `file ${id}`)
      await store.put(id, sealed)
      const sealed_key = ring.seal(key, `file ${id}`)
      return { id, owner_id: user_id, bytes: sealed.length, sealed_key, state: 'kept', created_at: submitted_at }
    }),
  )
  return Promise.all(files)
}
