/** The folder of one backup: its files unencrypted, or each encrypted with BACKUP_KEY and then named `….sealed`. */
import { hash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { writeDurably } from '../platform/files/durable.ts'
import { StartError } from '../platform/start-error.ts'
import { concatenate, opened, sealed } from './sealed.ts'

export type Archive = {
  folder: string
  /** null: its files are not encrypted. */
  key: Uint8Array | null
}

/** The backup in `folder`; encrypted if its file `first` is. Throws a StartError if it is encrypted and no BACKUP_KEY is set. */
export function archiveIn(folder: string, first: string, { backupKey }: Pick<Config, 'backupKey'>): Archive {
  if (!existsSync(join(folder, sealedName(first)))) return { folder, key: null }
  if (backupKey !== null) return { folder, key: backupKey }
  throw new StartError(
    `The backup ${folder} is encrypted. Set BACKUP_KEY to the key it was made with. Nothing was restored.`,
  )
}

/** The path of the file `name` of a backup. */
export function pathIn({ folder, key }: Archive, name: string): string {
  return join(folder, key === null ? name : sealedName(name))
}

/** The content of the file `name`. Throws a StartError, at its end at the latest, if it is not what was written. */
export function contentOf(archive: Archive, name: string): AsyncIterable<Buffer> {
  const file = createReadStream(pathIn(archive, name))
  return archive.key === null ? file : opened(archive.key, name, file)
}

/** The whole content of a small file at once: a stream for each of many costs more than what it reads. */
export async function wholeOf(archive: Archive, name: string): Promise<Buffer> {
  const bytes = await readFile(pathIn(archive, name))
  return archive.key === null ? bytes : concatenate(opened(archive.key, name, [bytes]))
}

/** Encrypts the content of the file `name`, or passes it through. */
export function encodeContent({ key }: Archive, name: string, plain: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  return key === null ? plain : sealed(key, name, plain)
}

/** Writes a small file durably, and returns the SHA-256 of the bytes on disk. The file must not exist yet. */
export async function writeWhole(archive: Archive, name: string, plain: Uint8Array): Promise<string> {
  const bytes = archive.key === null ? plain : await concatenate(sealed(archive.key, name, [plain]))
  await writeDurably(pathIn(archive, name), bytes, { flag: 'wx' })
  return hash('sha256', bytes)
}

function sealedName(name: string): string {
  return `${name}.sealed`
}
