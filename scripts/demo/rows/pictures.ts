/** Pictures of the demo's documents: one drawn sample card, sealed anew for each person as an upload would be. */
import sharp from 'sharp'
import type { Config } from '../../../server/src/config.ts'
import type { Tx } from '../../../server/src/platform/database.ts'
import { fileStore } from '../../../server/src/platform/files.ts'
import { encrypt, type KeyRing, newKey } from '../../../server/src/platform/keys.ts'
import { pictureCount } from '@bittkosh/contract/kyc'
import type { Kyc } from '../lives/lives.ts'
import { digestOf } from '../people.ts'
import { insertRows } from './insert.ts'

export type SampleCard = Buffer

export async function drawCard(): Promise<SampleCard> {
  const card = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="300">
    <rect width="480" height="300" fill="#f4efe1"/><rect width="480" height="56" fill="#24425c"/>
    <rect x="28" y="90" width="110" height="140" fill="#c9bfa5"/>
    <g fill="#7a7262"><rect x="170" y="96" width="240" height="16"/><rect x="170" y="134" width="180" height="16"/>
    <rect x="170" y="172" width="210" height="16"/><rect x="170" y="214" width="150" height="16"/></g>
    <text x="28" y="37" font-family="sans-serif" font-size="24" fill="#fff">SAMPLE DOCUMENT</text></svg>`
  return sharp(Buffer.from(card)).jpeg({ quality: 70 }).toBuffer()
}

/**
 * Stores the pictures that each record needs and answers their ids. The ids follow from the person's number, so that
 * a run that was killed before its commit leaves nothing that the next one does not write again.
 */
export async function storePictures(
  tx: Tx,
  records: readonly Kyc[],
  { config, ring, card }: { config: Config; ring: KeyRing; card: SampleCard },
): Promise<Map<Kyc, string[]>> {
  const store = await fileStore(config)
  const files = records.flatMap((record) =>
    Array.from({ length: pictureCount[record.type] }, (_, side) => {
      const id = digestOf(`picture ${record.person.number} ${side}`).subarray(0, 16).toString('base64url')
      const key = newKey()
      return { record, id, sealedKey: ring.seal(key, `file ${id}`), sealed: encrypt(key, card, `file ${id}`) }
    }),
  )
  await Promise.all(files.map((file) => store.put(file.id, file.sealed, { sync: false })))
  await insertRows(
    tx,
    'files',
    files.map(({ record, id, sealedKey, sealed }) => ({
      id,
      owner_id: record.person.id,
      bytes: sealed.length,
      sealed_key: sealedKey,
      state: 'kept',
      created_at: record.at,
    })),
  )
  const ids = new Map<Kyc, string[]>()
  for (const { record, id } of files) ids.set(record, [...(ids.get(record) ?? []), id])
  return ids
}
