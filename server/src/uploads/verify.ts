import type { Config } from '../config.ts'
import type { Db } from '../platform/database/database.ts'
import { fileStore } from '../platform/files/files.ts'
import { keyRing } from '../platform/files/keys.ts'
import { sql } from '../platform/database/sql.ts'

/**
 * What `npm run verify` checks outside the database: every complete picture has its ciphertext, every ciphertext its
 * row, and every key can be opened with the current secrets. Returns a sentence for each failure.
 */
export async function storedPicturesAmiss(db: Db, config: Config): Promise<string[]> {
  const store = await fileStore(config)
  const stored = new Set<string>()
  for await (const name of store.names()) stored.add(name)
  // Read after the listing: the row of every listed file was inserted before the file was written.
  const { rows } = await sql<{ id: string; state: string; sealed_key: Buffer }>`
    select id, state, sealed_key from files`.execute(db)
  const ring = keyRing(config)
  const known = new Set(rows.map((row) => row.id))
  const complete = rows.filter((row) => row.state === 'stored' || row.state === 'kept')
  return [
    ...complete.filter((row) => !stored.has(row.id)).map((row) => `picture ${row.id} (${row.state}) has no ciphertext`),
    ...[...stored].filter((name) => !known.has(name)).map((name) => `ciphertext ${name} belongs to no picture`),
    ...complete.filter((row) => !opens(row)).map((row) => `the key of picture ${row.id} does not open`),
  ]

  function opens(row: { id: string; sealed_key: Buffer }): boolean {
    try {
      ring.open(row.sealed_key, `file ${row.id}`)
      return true
    } catch {
      return false
    }
  }
}
