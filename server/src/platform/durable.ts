/** Files that are still there after a power cut, once the call has answered. */
import { open } from 'node:fs/promises'

/** Writes a file of ours; `flag` 'wx' refuses to replace one. Its place in the folder is for `syncFolder` to keep. */
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

/** Keeps the names in a folder: of files that were written, renamed or deleted there. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync().catch(() => {}) // some file systems know no sync of a folder
  } finally {
    await folder.close()
  }
}
