import { createHash, hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { syncFolder, writeDurably } from '../platform/files/durable.ts'
import { FILES_LOCK, fileStore, type FileStore, FOR_COMMANDS } from '../platform/files/files.ts'
import { appliedTo } from '../platform/database/migrations.ts'
import { lossOf } from '../platform/database/connection.ts'
import { codeOf, StartError } from '../platform/start-error.ts'
import { type Archive, encodeContent, pathIn, writeWhole } from './archive.ts'
import { hashOfFile, MANIFEST, type Manifest, pictureFile, SIGNATURE, signed, tableFile } from './manifest.ts'
import { linesOf, openUnlimitedClient, sequencesOf, type Table, tablesOf } from './rows.ts'
import { forEachTogether } from './together.ts'

/** The folders of a backup. */
const PARTS = ['tables', 'pictures']

/**
 * Writes a backup to `folder`, which must not exist: every row as of one moment, and the stored pictures that these rows
 * refer to, each file encrypted if the installation has a BACKUP_KEY. The program may keep running; only the purge of
 * pictures waits. Pictures that the store has lost are listed in the manifest: without them everything else is still worth
 * keeping.
 */
export async function takeBackup({
  config,
  url,
  folder,
  at,
}: {
  config: Config
  url: string
  folder: string
  at: Date
}): Promise<Manifest> {
  const archive: Archive = { folder, key: config.backupKey }
  await makeFolders(folder)
  const client = await openUnlimitedClient(url)
  try {
    // Before the snapshot, so that no picture in it is deleted before it is copied.
    await client.query('select pg_advisory_lock_shared($1)', [FILES_LOCK])
    await client.query('begin isolation level repeatable read, read only')
    const content = await writeAll(client, { store: await fileStore(config, FOR_COMMANDS), archive, at })
    await client.query('commit')
    const { text, signature } = signed(config, content)
    for (const part of PARTS) await syncFolder(join(folder, part))
    await writeWhole(archive, MANIFEST, Buffer.from(text))
    await writeDurably(join(folder, SIGNATURE), signature, { flag: 'wx' }) // written last: a backup without it is not restored
    await syncFolder(folder)
    return JSON.parse(text)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    if (codeOf(error) === 'ENOSPC')
      throw new StartError(`The disk that holds ${folder} is full. Free up space there or name another folder.`)
    throw lossOf(client, error)
  } finally {
    await client.end()
  }
}

async function makeFolders(folder: string): Promise<void> {
  try {
    await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
    await mkdir(folder, { mode: 0o700 })
    for (const part of PARTS) await mkdir(join(folder, part), { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new StartError(`${folder} already exists. Name a folder that does not.`)
    throw new StartError(`The folder ${folder} cannot be created (${codeOf(error)}). Name another one.`)
  }
}

type Place = { store: FileStore; archive: Archive; at: Date }

async function writeAll(client: pg.Client, { store, archive, at }: Place): Promise<Omit<Manifest, 'format' | 'key'>> {
  const migrations = await appliedTo(client)
  const tables = []
  for (const table of await tablesOf(client)) tables.push(await writeTable(client, table, archive))
  const pictures: Manifest['pictures'] = []
  const missing: string[] = []
  const { rows: files } = await client.query<{ id: string }>(
    "select id from files where state in ('stored', 'kept') order by id",
  )
  await forEachTogether(files, async ({ id }) => {
    const bytes = await bytesIn(store, id)
    if (bytes === null) missing.push(id)
    else pictures.push({ name: id, bytes: bytes.length, sha256: await writeWhole(archive, pictureFile(id), bytes) })
  })
  const sequences = await sequencesOf(client)
  const content = { made_at: at.toISOString(), migrations, tables, sequences, ledger: ledgerOf(tables), pictures }
  return missing.length === 0 ? content : { ...content, missing }
}

/** null: the store is there and does not have it. */
async function bytesIn(store: FileStore, name: string): Promise<Uint8Array | null> {
  try {
    return await store.get(name)
  } catch (error) {
    if (await store.exists(name)) throw error
    return null
  }
}

async function writeTable(client: pg.Client, table: Table, archive: Archive): Promise<Manifest['tables'][number]> {
  const name = tableFile(table.name)
  const path = pathIn(archive, name)
  const content = createHash('sha256')
  let rows = 0
  await pipeline(
    async function* () {
      for await (const lines of linesOf(client, table)) {
        const text = lines.join('')
        content.update(text)
        rows += lines.length
        yield text
      }
    },
    createGzip({ level: 4 }),
    (packed) => encodeContent(archive, name, packed),
    createWriteStream(path, { mode: 0o600, flush: true }),
  )
  return {
    name: table.name,
    columns: table.columns,
    rows,
    sha256: await hashOfFile(path),
    content: content.digest('hex'),
  }
}

/** The state of the ledger at that moment, to compare with a later one or with another copy. */
function ledgerOf(tables: readonly { name: string; rows: number; content: string }[]): Manifest['ledger'] {
  const of = (name: string) => tables.find((table) => table.name === name) ?? { rows: 0, content: '' }
  const [transfers, entries] = [of('ledger_transfers'), of('ledger_entries')]
  const head = hash('sha256', `${transfers.content} ${entries.content}`)
  return { transfers: transfers.rows, entries: entries.rows, head }
}
