/** Stores files in DATA_DIR/uploads, or in an S3-compatible store that several machines share. The program chooses the names. */
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from '../../config.ts'
import { syncFolder, writeDurably } from './durable.ts'
import { codeOf } from '../start-error.ts'

/** An advisory lock: backups, which copy the files, share it; deletion takes it exclusively. */
export const FILES_LOCK = 7_302_130

export type FileStore = {
  /** The file survives a power cut once this has returned. */
  put(name: string, bytes: Uint8Array): Promise<void>
  get(name: string): Promise<Uint8Array>
  exists(name: string): Promise<boolean>
  /** Does nothing if there is no such file. */
  delete(name: string): Promise<void>
  /** The names of all files. */
  names(): AsyncIterable<string>
}

type Place = Pick<Config, 's3Url' | 'dataDir'>

const stores = new WeakMap<Place, Promise<FileStore>>()

/** How long an S3 store may take to accept a connection, and then neither send nor take a byte; twice, as it is tried again. */
type Patience = { connectMs: number; silenceMs: number }

const ATTEMPTS = 2
const FOR_CALLS: Patience = { connectMs: 1_000, silenceMs: 2_500 } // 7 s in all, as long as any call may take
/** For commands that copy all pictures. */
export const FOR_COMMANDS: Patience = { connectMs: 30_000, silenceMs: 60_000 }

/** The store that the configuration names; one per configuration, opened on first use, whose patience it keeps. */
export function fileStore(config: Place, patience = FOR_CALLS): Promise<FileStore> {
  const store = stores.get(config) ?? openStore(config, patience)
  stores.set(config, store)
  return store
}

async function openStore(config: Place, patience: Patience): Promise<FileStore> {
  const folder = join(config.dataDir, 'uploads')
  const disk = config.s3Url ? await s3Disk(config.s3Url, patience) : folderDisk(folder)
  return {
    put: (name, bytes) =>
      config.s3Url ? disk.put(pathOf(name), bytes) : writeInto(folder, { path: pathOf(name), bytes }),
    get: (name) => disk.getBytes(pathOf(name)),
    exists: (name) => disk.exists(pathOf(name)),
    delete: (name) => disk.delete(pathOf(name)),
    names: () => namesOn(disk),
  }
}

function folderDisk(folder: string): Disk {
  return new Disk(new FSDriver({ location: folder, visibility: 'private' }))
}

/** The driver writes without a sync, but whoever uploaded a picture got the reply that it is stored. */
async function writeInto(folder: string, { path, bytes }: { path: string; bytes: Uint8Array }): Promise<void> {
  const place = join(folder, path)
  let changed = dirname(place) // the uppermost folder with a new entry
  try {
    await writeDurably(place, bytes)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    const made = await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    if (made) changed = dirname(made)
    await writeDurably(place, bytes)
  }
  for (let parent = dirname(place); parent.length >= changed.length; parent = dirname(parent)) await syncFolder(parent)
}

/** 's3://KEY:SECRET@host/bucket?region=ap-south-1'; http:// if the store has no TLS. Loaded only when it is used. */
async function s3Disk(url: string, { connectMs, silenceMs }: Patience): Promise<Disk> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  const address = new URL(url.replace(/^s3:/i, 'https:'))
  const driver = new S3Driver({
    credentials: {
      accessKeyId: decodeURIComponent(address.username),
      secretAccessKey: decodeURIComponent(address.password),
    },
    endpoint: address.origin,
    region: address.searchParams.get('region') ?? 'us-east-1',
    bucket: address.pathname.slice(1),
    forcePathStyle: true,
    supportsACL: false,
    visibility: 'private',
    // Most S3-compatible stores refuse the SDK's newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs },
    expectContinueHeader: false, // a store that does not reply to the header alone would count as silent
  })
  return new Disk(driver)
}

// One folder for each two letters, so that no folder grows too large to list quickly.
function pathOf(name: string): string {
  if (!/^[\w-]{3,64}$/.test(name)) throw new Error(`'${name}' is no file name of ours`)
  return `files/${name.slice(0, 2)}/${name}`
}

async function* namesOn(disk: Disk): AsyncIterable<string> {
  let paginationToken: string | undefined
  do {
    const page = await disk.listAll('files', { recursive: true, ...(paginationToken ? { paginationToken } : {}) })
    for (const object of page.objects) if (object.isFile) yield object.name
    paginationToken = page.paginationToken
  } while (paginationToken)
}
