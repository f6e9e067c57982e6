import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Invariant } from '../ledger/invariants.ts'
import { lossOf } from '../platform/database/connection.ts'
import { dbOn } from '../platform/database/database.ts'
import { fileStore, type FileStore, FOR_COMMANDS } from '../platform/files/files.ts'
import { applyMigrations, MIGRATIONS_LOCK, splitMigrations } from '../platform/database/migrations.ts'
import { StartError } from '../platform/start-error.ts'
import { type Archive, archiveIn, contentOf, wholeOf } from './archive.ts'
import { begunIn } from './begun.ts'
import { setIndexesAside } from './indexes.ts'
import { MANIFEST, type Manifest, pictureFile, readManifest, tableFile } from './manifest.ts'
import { copyLines, hashOfRows, openUnlimitedClient, quoteIdentifier, type Table, tablesOf } from './rows.ts'
import { forEachTogether } from './together.ts'

const PIECE = 262_144 // bytes of rows that are sent at once

/** The invariants of a restored installation, apart from the pictures that were missing when its backup was made. */
export type InvariantsFor = (restored: { config: Config; missing: readonly string[] }) => readonly Invariant[]

/**
 * Restores a backup into an empty database and store: checks every byte of it, migrates to the backup's own schema,
 * writes the rows, reads them back and compares, migrates on, analyses the tables and runs every invariant, all in one
 * transaction. If anything is wrong, the database stays empty and a StartError says what. Pictures that a killed restore
 * has stored are deleted first by the next one.
 */
export async function restoreBackup({
  config,
  url,
  folder,
  invariantsFor,
}: {
  config: Config
  url: string
  folder: string
  invariantsFor: InvariantsFor
}): Promise<Manifest> {
  const archive = archiveIn(folder, MANIFEST, config)
  const manifest = await readManifest(config, archive)
  const migrations = splitMigrations(manifest.migrations)
  const store = await fileStore(config, FOR_COMMANDS)
  const client = await openUnlimitedClient(url)
  const begun = begunIn(config)
  const names = manifest.pictures.map(({ name }) => name)
  let putting: Promise<void> | null = null
  let mayHaveCommitted = false
  try {
    await client.query('begin')
    await client.query("set local maintenance_work_mem = '256MB'; set local work_mem = '64MB'") // for building indexes and checking all rows at once
    await client.query(`select pg_advisory_xact_lock(hashtext('${MIGRATIONS_LOCK}'))`) // a start waits for the end
    await requireEmpty(client)
    await applyMigrations(client, migrations.before)
    const tables = await matchingTables(client, manifest)
    await forEachTogether(await begun.left(), (name) => store.delete(name))
    await requireFree(store, names)
    await begun.note(names)
    putting = forEachTogether(names, async (name) => store.put(name, await wholeOf(archive, pictureFile(name))))
    putting.catch(() => {}) // thrown where it is awaited; meanwhile the database works
    await writeRows(client, { tables, manifest, archive })
    await compareRows(client, { tables, manifest })
    await applyMigrations(client, migrations.after)
    await client.query('analyze') // without statistics the first lists would take seconds, and so would the invariants
    await putting
    await requireInvariants(client, invariantsFor({ config, missing: manifest.missing ?? [] }))
    mayHaveCommitted = true
    await client.query('commit')
  } catch (error) {
    if (mayHaveCommitted)
      throw new StartError(
        'The connection to the database was lost while the restore was committed. If the database has tables now, it is restored: npm run verify shows whether it is complete; then delete restoring.json in DATA_DIR. If it has none, restore again.',
      )
    if (putting) {
      await putting.catch(() => {}) // so that none is stored after they are deleted
      await forEachTogether(names, (name) => store.delete(name))
      await begun.end()
    }
    throw lossOf(client, error)
  } finally {
    await client.end() // rolls back what was not committed
  }
  await begun.end() // not before: a restore that is killed while it commits can be run again
  return manifest
}

/** Refuses a database that is in use. Leftovers of a first start or a mistake must be removed by hand. */
async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "select from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' limit 1",
  )
  if (rows.length > 0)
    throw new StartError(
      'The database is not empty. A backup can only be restored into an empty one: name a new DATA_DIR (with the file "secret" of the old one, or APP_SECRET set), or a new database in DATABASE_URL. Nothing was changed.',
    )
}

async function matchingTables(client: pg.Client, manifest: Manifest): Promise<Table[]> {
  const tables = await tablesOf(client)
  const named = (list: readonly Pick<Table, 'name' | 'columns'>[]) =>
    JSON.stringify(list.map(({ name, columns }) => `${name} ${columns.join()}`).toSorted())
  if (named(tables) !== named(manifest.tables))
    throw new StartError('The backup’s tables do not match its migrations. Nothing was restored.')
  return tables
}

async function writeRows(
  client: pg.Client,
  { tables, manifest, archive }: { tables: readonly Table[]; manifest: Manifest; archive: Archive },
): Promise<void> {
  // Rows are restored unchanged, so triggers must not refuse, derive or count. Checks stay on, keys are added again.
  for (const { name } of tables) await client.query(`alter table ${quoteIdentifier(name)} disable trigger user`)
  for (const { name } of tables.toReversed()) await client.query(`delete from ${quoteIdentifier(name)}`) // the rows that migrations inserted
  const putIndexesBack = await setIndexesAside(client)
  for (const table of tables) {
    await copyLines(client, table, linesIn(archive, tableFile(table.name)))
  }
  await putIndexesBack()
  for (const { name } of tables) await client.query(`alter table ${quoteIdentifier(name)} enable trigger user`)
  for (const [name, last] of Object.entries(manifest.sequences))
    await client.query('select setval($1::regclass, $2::bigint)', [quoteIdentifier(name), last])
}

/** Splits only at line feeds: rows may contain the other line separators of Unicode. */
async function* linesIn(archive: Archive, name: string): AsyncIterable<string[]> {
  let rest = ''
  const text = createGunzip({ chunkSize: PIECE }).setEncoding('utf8')
  pipeline(Readable.from(contentOf(archive, name)), text, () => {}) // its error is thrown where the text is read
  for await (const piece of text) {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    yield lines
  }
}

async function compareRows(
  client: pg.Client,
  { tables, manifest }: { tables: readonly Table[]; manifest: Manifest },
): Promise<void> {
  for (const table of tables) {
    const expected = manifest.tables.find(({ name }) => name === table.name)
    const found = await hashOfRows(client, table)
    if (found.rows !== expected?.rows || found.content !== expected.content)
      throw new StartError(
        `The table ${table.name} was not restored as it was: ${found.rows} rows of ${expected?.rows}. Nothing was restored.`,
      )
  }
}

async function requireFree(store: FileStore, names: readonly string[]): Promise<void> {
  const wanted = new Set(names)
  for await (const name of store.names())
    if (wanted.has(name))
      throw new StartError(
        `The store of uploads is not empty: it has ${name}. Name a new DATA_DIR or bucket, or empty this one if no installation uses it. Nothing was restored.`,
      )
}

async function requireInvariants(client: pg.Client, invariants: readonly Invariant[]): Promise<void> {
  const db = dbOn(client) // its open transaction, so that the invariants see the uncommitted rows
  const findings = []
  for (const { find } of invariants) findings.push(...(await find(db)))
  if (findings.length > 0)
    throw new StartError(`The backup breaks an invariant. Nothing was restored.\n${findings.slice(0, 20).join('\n')}`)
}
