import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../config.ts'
import type { Invariant } from '../ledger/invariants.ts'
import { openClient } from '../platform/database/connection.ts'
import { codeOf, StartError } from '../platform/start-error.ts'
import { restoreBackup } from './restore.ts'

/**
 * Restores a backup into a separate database beside the one at `url`, with its pictures in a separate folder, and removes
 * both again. Returns how many invariants were checked. Throws a StartError that says what is wrong with it.
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
  invariantsFor: (config: Config) => readonly Invariant[]
}): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bittkosh-proof-'))
  const scratch: Config = { ...config, dataDir, s3Url: null }
  const client = await openClient(url, { application_name: 'bittkosh backup' })
  const { rows } = await client.query<{ name: string }>('select current_database()::text as name')
  const name = `${rows[0]?.name.slice(0, 40)}_proof_${randomBytes(6).toString('hex')}`
  const quoted = pg.escapeIdentifier(name)
  try {
    await client.query(`create database ${quoted}`).catch(refuseWithoutRight)
    const invariants = invariantsFor(scratch)
    await restoreBackup({ config: scratch, url: urlOfDatabase(url, encodeURIComponent(name)), folder, invariants })
    return invariants.length
  } finally {
    await rm(dataDir, { recursive: true, force: true })
    await client.query(`drop database if exists ${quoted} with (force)`)
    await client.end()
  }
}

function refuseWithoutRight(error: Error): never {
  if (codeOf(error) !== '42501') throw error
  throw new StartError(
    'The backup was made but could not be verified: this role may not create databases. Run it with a DATABASE_URL whose role has createdb, or restore it elsewhere.',
  )
}

function urlOfDatabase(url: string, name: string): string {
  return url.replace(/^([^?]*\/)[^/?]*/, `$1${name}`)
}
