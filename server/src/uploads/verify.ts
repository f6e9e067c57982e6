import type { Config } from '../config.ts'
import type { Db } from '../platform/database/database.ts'
import { fileStore } from '../platform/files/files.ts'
import { keyRing } from '../platform/files/keys.ts'
import { sql } from '../platform/database/sql.ts'

/**
 * What `npm run verify` checks outside the database: every complete picture has its ciphertext, every ciphertext its
 * row, and every key can be opened with the current secrets. Returns a sentence for each failure, but for `missing`, which
 * are known to be lost.
 */
export async function storedPicturesAmiss(db: Db, config: Config, missing: readonly string[] = []): Promise<string[]> {
  const store = await fileStore(config)
  // Rows are read before and after the listing, because people upload and the program deletes meanwhile: only a picture
  // that was complete both times must be listed, and only a listed file without a row both times is a stranger.
  const before = new Map((await pictureRows(db)).map((row) => [row.id, row]))
  const stored = new Set<string>()
  for await (const name of store.names()) stored.add(name)
  const after = new Map((await pictureRows(db)).map((row) => [row.id, row]))
  const ring = keyRing(config)
  const known = new Set([...stored, ...missing])
  const complete = [...after.values()].filter(isComplete)
  const lost = complete.filter(({ id }) => !known.has(id) && isComplete(before.get(id)))
  const strangers = [...stored].filter((name) => !before.has(name) && !after.has(name))
  return [
    ...lost.map((row) => `picture ${row.id} (${row.state}) has no ciphertext`),
    ...strangers.map((name) => `ciphertext ${name} belongs to no picture`),
    ...complete.filter((row) => !opens(row)).map((row) => `the key of picture ${row.id} does not open`),
  ]

  function opens(row: PictureRow): boolean {
    try {
      ring.open(row.sealed_key, `file ${row.id}`)
      return true
    } catch {
      return false
    }
  }
}

type PictureRow = { id: string; state: string; sealed_key: Buffer }

async function pictureRows(db: Db): Promise<PictureRow[]> {
  const { rows } = await sql<PictureRow>`select id, state, sealed_key from files`.execute(db)
  return rows
}

function isComplete(row: PictureRow | undefined): boolean {
  return row?.state === 'stored' || row?.state === 'kept'
}
