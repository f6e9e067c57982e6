import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fileStore, type FileStore, FOR_COMMANDS } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'bittkosh-files-'))
let s3: S3rver
let s3Port: number

beforeAll(async () => {
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'uploads' }],
  })
  s3Port = (await s3.run()).port
})
afterAll(async () => {
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

describe.each([
  ['the folder', () => ({ s3Url: null, dataDir: folder })],
  ['S3', () => ({ s3Url: `http://S3RVER:S3RVER@127.0.0.1:${s3Port}/uploads?region=ap-south-1`, dataDir: folder })],
])('%s', (_name, place) => {
  let store: FileStore
  beforeAll(async () => {
    store = await fileStore(place(), FOR_COMMANDS) // however busy the machine is
  })

  test('returns exactly what was put', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, n) => n % 256))
    await store.put('aaa-first', bytes)
    expect(Buffer.from(await store.get('aaa-first')).equals(bytes)).toBe(true)
    await store.put('aaa-first', Buffer.from('again'))
    expect(Buffer.from(await store.get('aaa-first')).toString()).toBe('again')
  })

  test('deletes a file, also a missing one', async () => {
    await store.put('bbb-second', Buffer.from('x'))
    expect(await store.exists('bbb-second')).toBe(true)
    await store.delete('bbb-second')
    await store.delete('bbb-second')
    expect(await store.exists('bbb-second')).toBe(false)
    await expect(store.get('bbb-second')).rejects.toThrow()
  })

  test('lists the names of its files', async () => {
    const names = ['ccc-1', 'ccd-2', 'zzz-3']
    for (const name of names) await store.put(name, Buffer.from(name))
    const listed: string[] = []
    for await (const name of store.names()) listed.push(name)
    expect(listed).toEqual(expect.arrayContaining(names))
  })

  test.each(['../x', 'a/b', '', 'x', 'a'.repeat(65), 'a b', '.hidden'])('refuses the name %j', async (name) => {
    await expect(async () => store.put(name, Buffer.from('x'))).rejects.toThrow('no file name of ours')
  })
})

describe('a file in the folder', () => {
  test('is synced with its entry in the folder before it counts as kept', async () => {
    const store = await fileStore({ s3Url: null, dataDir: join(folder, 'synced') })
    await store.put('abc-first', Buffer.from('makes the folder'))
    expect(await syncsOf(() => store.put('abd-second', Buffer.from('x')))).toBe(2)
    expect(await syncsOf(() => store.put('xyz-other', Buffer.from('x')))).toBe(3) // and the new folder's entry in the one above
  })
})

/** How often `work` syncs something to the disk. */
async function syncsOf(work: () => Promise<void>): Promise<number> {
  const handle = await open(folder, 'r')
  const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync')
  await handle.close()
  try {
    await work()
    return sync.mock.calls.length
  } finally {
    sync.mockRestore()
  }
}
