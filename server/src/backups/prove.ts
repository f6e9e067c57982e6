import { hash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../config.ts'
import { addressOfDatabase } from '../platform/database/connection.ts'
import { appliedTo, newerThanOurs } from '../platform/database/migrations.ts'
import { codeOf, StartError } from '../platform/start-error.ts'
import { type InvariantsFor, restoreBackup } from './restore.ts'
import { openUnlimitedClient } from './rows.ts'

const PROOF_LOCK = 7_302_131

/**
 * Restores a backup into a separate database beside the one at `url`, with its pictures in a separate folder of DATA_DIR,
 * and removes both again. Returns how many invariants were checked. Throws a StartError that says what is wrong with it.
 */
export async function proveBackup({
  config,
  url,
  folder,
  invariantsFor,
}: {
  config: Config
  url: string
  folder: string
  invariantsFor: InvariantsFor
}): Promise<number> {
  const client = await openUnlimitedClient(url)
  try {
    // One at a time and always under the same name, so that the next one removes what a killed one has left.
    await client.query('select pg_advisory_lock($1)', [PROOF_LOCK])
    const newer = newerThanOurs(await appliedTo(client))
    if (newer !== null)
      throw new StartError(
        `The backup was made but could not be verified: the database has the migration ${newer} of a newer release, whose schema only that release can restore. Run npm run backup -- --verify with that release; it may stay unpacked beside this one.`,
      )
    const { rows } = await client.query<{ name: string }>('select current_database()::text as name')
    const name = nameOfProof(rows[0]?.name ?? '')
    const quoted = pg.escapeIdentifier(name)
    const scratch: Config = { ...config, dataDir: join(config.dataDir, name), s3Url: null }
    const remove = async () => {
      await rm(scratch.dataDir, { recursive: true, force: true })
      await client.query(`drop database if exists ${quoted} with (force)`)
    }
    await remove()
    try {
      await client.query(`create database ${quoted}`).catch(refuseWithoutRight)
      await restoreBackup({ config: scratch, url: addressOfDatabase(url, name), folder, invariantsFor })
      return invariantsFor({ config: scratch, missing: [] }).length
    } finally {
      await remove()
    }
  } finally {
    await client.end()
  }
}

/** Databases whose long names begin alike have different ones. */
function nameOfProof(database: string): string {
  return `${database.slice(0, 40)}_proof_${hash('sha256', database).slice(0, 12)}`
}

function refuseWithoutRight(error: Error): never {
  if (codeOf(error) !== '42501') throw error
  throw new StartError(
    'The backup was made but could not be verified: this role may not create databases. Run it with a DATABASE_URL whose role has createdb, or restore it elsewhere.',
  )
}
