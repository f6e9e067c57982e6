/** Writes files that survive a power cut after the call has returned. */
import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a file; `flag` 'wx' refuses to replace one. Call `syncFolder` to make its name in the folder durable too. */
export async function writeDurably(
  path: string,
  content: Uint8Array | string,
  { flag = 'w' }: { flag?: 'w' | 'wx' } = {},
): Promise<void> {
  const file = await open(path, flag, 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Replaces a file, which is whole at any moment: the old one or the new one, also if two processes replace it at once. */
export async function replaceDurably(path: string, content: Uint8Array | string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  try {
    await writeDurably(draft, content, { flag: 'wx' })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }) // a full disk would get one at each attempt
    throw error
  }
  await syncFolder(dirname(path))
}

/** Makes the names in a folder durable: of files written, renamed or deleted there. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync().catch(() => {}) // some file systems cannot sync a folder
  } finally {
    await folder.close()
  }
}
