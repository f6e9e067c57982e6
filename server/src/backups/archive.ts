/** The folder of one backup: its files as they are, or each encrypted under BACKUP_KEY and then named `….sealed`. */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { writeDurably } from '../platform/files/durable.ts'
import { StartError } from '../platform/start-error.ts'
import { joined, opened, sealed } from './sealed.ts'

export type Archive = {
  folder: string
  /** null: its files are not encrypted. */
  key: Uint8Array | null
}

/** The backup in `folder`, by whether its file `first` is encrypted. Throws a StartError if it is and no BACKUP_KEY is set. */
export function archiveIn(folder: string, first: string, { backupKey }: Pick<Config, 'backupKey'>): Archive {
  if (!existsSync(join(folder, sealedName(first)))) return { folder, key: null }
  if (backupKey !== null) return { folder, key: backupKey }
  throw new StartError(
    `The backup ${folder} is encrypted. Set BACKUP_KEY to the key that it was made with. Nothing was restored.`,
  )
}

/** Where the file `name` of a backup is. */
export function pathIn({ folder, key }: Archive, name: string): string {
  return join(folder, key === null ? name : sealedName(name))
}

/** What the file `name` contains. Throws a StartError at the end at the latest if it is not what was written. */
export function contentOf(archive: Archive, name: string): AsyncIterable<Buffer> {
  const file = createReadStream(pathIn(archive, name))
  return archive.key === null ? file : opened(archive.key, name, file)
}

/** All of it at once, of a file that is small: a stream for each of many costs more than what it reads. */
export async function wholeOf(archive: Archive, name: string): Promise<Buffer> {
  const bytes = await readFile(pathIn(archive, name))
  return archive.key === null ? bytes : joined(opened(archive.key, name, [bytes]))
}

/** Encrypts what the file `name` is to contain, or hands it on. */
export function closedUp({ key }: Archive, name: string, plain: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  return key === null ? plain : sealed(key, name, plain)
}

/** Writes a small file durably, and answers the SHA-256 of what is now on the disk. It must not be there yet. */
export async function writeWhole(archive: Archive, name: string, plain: Uint8Array): Promise<string> {
  const bytes = archive.key === null ? plain : await joined(sealed(archive.key, name, [plain]))
  await writeDurably(pathIn(archive, name), bytes, { flag: 'wx' })
  return createHash('sha256').update(bytes).digest('hex')
}

function sealedName(name: string): string {
  return `${name}.sealed`
}
