/**
 * Everything the program holds about one person, as one JSON document
 * (docs/decisions/0301-my-data-as-one-json-document.md).
 */
import { BRAND } from '@bittkosh/contract/brand'
import { paise, rupeesText } from '@bittkosh/contract/money'
import { dayOf } from '@bittkosh/contract/time'
import type { Config } from '../config.ts'
import { batchesOf } from '../platform/database/batches.ts'
import type { Db } from '../platform/database/database.ts'
import type { PersonalRow, PersonalTable } from '../platform/personal.ts'
import { readPicture } from '../uploads/actions.ts'

type Reader = 'person' | 'operator'
type Document = {
  user: number
  reader: Reader
  everywhere: readonly PersonalTable[]
  at: Date
  /** Whether it contains pictures of documents, as JPEG in data URLs. */
  withPictures: boolean
}

/** The document, one row at a time: a long history or its pictures are never in memory as a whole. */
export async function* personDocument(
  services: { config: Config; db: Db },
  { user, reader, everywhere, at, withPictures }: Document,
): AsyncGenerator<string> {
  const about = {
    platform: BRAND,
    user_id: user,
    produced_at: at,
    reading: 'Amounts are rupees; moments are UTC. Parts without entries are left out.',
    not_included: 'Passwords, codes and keys, which are stored only as hashes, and what belongs to other people.',
  }
  yield `{\n"about": ${asJson(about)}`
  for (const { exported } of everywhere) {
    if ('withheld' in exported || (exported.onlyFor === 'operator' && reader !== 'operator')) continue
    let begun = false
    for await (const rows of batchesOf(services.db, exported.rows(user, at)))
      for (const row of rows) {
        yield begun ? ',\n' : `,\n${JSON.stringify(exported.as)}: [\n`
        begun = true
        yield asJson(await withPicturesOf(services, row, withPictures))
      }
    if (begun) yield '\n]'
  }
  yield '\n}\n'
}

async function withPicturesOf(
  services: { config: Config; db: Db },
  { pictures, ...row }: PersonalRow,
  areShown: boolean,
): Promise<PersonalRow> {
  if (!Array.isArray(pictures)) return row
  if (!areShown) return { ...row, pictures: pictures.length }
  const shown: (string | null)[] = []
  for (const id of pictures) {
    const bytes = await readPicture(services, String(id))
    shown.push(bytes && `data:image/jpeg;base64,${bytes.toString('base64')}`)
  }
  return { ...row, pictures: shown }
}

function asJson(value: unknown): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? rupeesText(paise(inner)) : inner), 1)
}

/** The file's name; business days are India's. */
export function documentName(user: number, at: Date): string {
  return `${BRAND.toLowerCase()}-person-${user}-${dayOf(at)}.json`
}
