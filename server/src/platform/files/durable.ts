/** Writes files that survive a power cut after the call has returned. */
import { open } from 'node:fs/promises'

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

/** Makes the names in a folder durable: of files written, renamed or deleted there. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync().catch(() => {}) // some file systems cannot sync a folder
  } finally {
    await folder.close()
  }
}
