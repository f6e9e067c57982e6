/** What a backup contains, signed with the secret of the installation that made it. */
import { createHash, hash, timingSafeEqual } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import { keyRing } from '../platform/files/keys.ts'
import { codeOf, StartError } from '../platform/start-error.ts'
import { type Archive, pathIn, wholeOf } from './archive.ts'
import { forEachTogether } from './together.ts'

export const MANIFEST = 'manifest.json'
export const SIGNATURE = 'manifest.sig'
const FORMAT = 3
const PIECE = 65_536 // bytes of a file that are read at once

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const manifest = z.strictObject({
  /** 2: its rows were hashed in the order of the database's collation, so it is restored only if that one was C. */
  format: z.literal([2, FORMAT]),
  made_at: z.string(),
  /** Which secret signed it. Reveals nothing about the secret itself. */
  key: z.string(),
  /** The schema that the rows belong to. */
  migrations: z.array(z.strictObject({ name: z.string(), checksum: z.string() })),
  tables: z.array(
    z.strictObject({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      /** Of the file on disk, and of its rows. */
      sha256,
      content: sha256,
    }),
  ),
  /** The last id that each sequence issued, as decimal text. */
  sequences: z.record(z.string(), z.string()),
  /** The state of the ledger: the last transfer, and a hash over all transfers and entries. */
  ledger: z.strictObject({ transfers: z.int(), entries: z.int(), head: sha256 }),
  pictures: z.array(z.strictObject({ name: z.string(), bytes: z.int(), sha256 })),
  /** Pictures that the rows name and the store had lost. Only if there were any, which versions before do not know. */
  missing: z.optional(z.array(z.string())),
})
export type Manifest = z.output<typeof manifest>

type Secrets = Pick<Config, 'appSecret' | 'oldAppSecrets'>

export function signed(
  config: Secrets,
  content: Omit<Manifest, 'format' | 'key'>,
): { text: string; signature: string } {
  const text = JSON.stringify(
    { format: FORMAT, key: keyName(config.appSecret), ...content } satisfies Manifest,
    null,
    1,
  )
  return { text, signature: signatureOf(config.appSecret, text) }
}

/**
 * The manifest of a backup, after its signature and the hash of every file in it have been checked. Throws a StartError
 * for a backup that is incomplete, changed, damaged, or of another installation.
 */
export async function readManifest(config: Secrets, archive: Archive): Promise<Manifest> {
  const { folder } = archive
  const text = await readText(folder, MANIFEST, () => wholeOf(archive, MANIFEST))
  const signature = await readText(folder, SIGNATURE, () => readFile(join(folder, SIGNATURE)))
  const secret = [config.appSecret, ...config.oldAppSecrets].find((candidate) =>
    isSame(signatureOf(candidate, text), signature),
  )
  if (secret === undefined) throw new StartError(foreignOrChanged(config, folder, text))
  const read = manifest.parse(JSON.parse(text))
  await forEachTogether(filesOf(read), async ({ name, sha256: expected }) => {
    const found = await hashOfFile(pathIn(archive, name)).catch((error: unknown) => codeOf(error) ?? 'unreadable')
    if (found !== expected)
      throw new StartError(`The backup ${folder} is damaged: ${name} is not what was written. Nothing was restored.`)
  })
  return read
}

export function tableFile(name: string): string {
  return `tables/${name}.jsonl.gz`
}

export function pictureFile(name: string): string {
  return `pictures/${name}`
}

export async function hashOfFile(path: string): Promise<string> {
  const content = createHash('sha256')
  const buffer = Buffer.allocUnsafe(PIECE)
  const file = await open(path) // a stream costs more than reading a picture
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer)
      if (bytesRead === 0) return content.digest('hex')
      content.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}

function filesOf({ tables, pictures }: Manifest): { name: string; sha256: string }[] {
  return [
    ...tables.map((table) => ({ name: tableFile(table.name), sha256: table.sha256 })),
    ...pictures.map((picture) => ({ name: pictureFile(picture.name), sha256: picture.sha256 })),
  ]
}

async function readText(folder: string, name: string, read: () => Promise<Buffer>): Promise<string> {
  try {
    return String(await read())
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`${folder} is not a complete backup: ${name} cannot be read (${codeOf(error)}).`)
  }
}

function foreignOrChanged({ appSecret }: Secrets, folder: string, text: string): string {
  const named = /"key": "([0-9a-f]{16})"/.exec(text)?.[1]
  return named === keyName(appSecret)
    ? `The backup ${folder} was changed or damaged: the signature of its manifest does not match. Nothing was restored.`
    : `The backup ${folder} was not made with this APP_SECRET. Set APP_SECRET to the one of the installation it came from, or put that installation's file "secret" into DATA_DIR. Nothing was restored.`
}

function keyName(secret: string): string {
  return hash('sha256', hmac(secret, 'backup key')).slice(0, 16)
}

function signatureOf(secret: string, text: string): string {
  return hmac(secret, `backup\n${text}`).toString('hex')
}

function hmac(secret: string, text: string): Buffer {
  return keyRing({ appSecret: secret, oldAppSecrets: [] }).sign(text)
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
