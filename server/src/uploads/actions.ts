/** What uploads offer to other rooms: moving a user's pictures into a record, releasing them, and links to them. */
import { fileIdOf, payeePictureOf } from '@bittkosh/contract/uploads'
import type { Config } from '../config.ts'
import { transaction, type Tx, type Db } from '../platform/database/database.ts'
import { fileStore } from '../platform/files/files.ts'
import { decrypt, type KeyRing, keyRing } from '../platform/files/keys.ts'
import { refuse } from '../platform/http/refuse.ts'
import { signLink } from './links.ts'
import { fileById, markKept, markKeptForPayee, type Purpose, replaceSealedKey, sealedKeys } from './queries.ts'

export { dropPictures } from './queries.ts'

/**
 * Moves pictures that a user uploaded into a record and returns their ids, in the same order. Refuses `images_required`
 * for a link that is not to one of this user's unused uploads.
 */
export async function keepPictures(
  tx: Tx<'images_required'>,
  { owner, urls, field, purpose }: { owner: number; urls: readonly string[]; field: string; purpose: Purpose },
): Promise<string[]> {
  const ids = urls.map((url) => fileIdOf(url) ?? '')
  const kept = await markKept(tx, owner, ids, purpose)
  if (kept.length !== ids.length) return refuse(tx, { code: 'images_required', field })
  return ids
}

/**
 * Keeps a payee's picture for good, even if the payee gets another one: the audit log and old deposits name it. Refuses
 * `images_required` if the store does not have it; pictures at other addresses are ignored.
 */
export async function keepPayeePicture(
  tx: Tx<'images_required'>,
  { url, field }: { url: string; field: string },
): Promise<void> {
  const id = payeePictureOf(url)
  if (id !== null && !(await markKeptForPayee(tx, id))) refuse(tx, { code: 'images_required', field })
}

/** A stored picture as JPEG; null if it is gone. The caller has checked that it may be read. */
export async function readPicture({ config, db }: { config: Config; db: Db }, id: string): Promise<Buffer | null> {
  const file = await fileById(db, id)
  if (!file) return null
  const sealed = await (await fileStore(config)).get(id)
  return decrypt(keyRing(config).open(file.sealed_key, `file ${id}`), sealed, `file ${id}`)
}

/** Links to pictures for one viewer. The caller has checked that they may see them. */
export function pictureLinks(
  config: Config,
  { files, viewer, at }: { files: readonly string[]; viewer: number; at: Date },
): string[] {
  const ring = keyRing(config)
  return files.map((file) => signLink(ring, { file, viewer, at }))
}

/** Seals the key of every file with the newest key; returns how many had an older one. Can be interrupted and rerun. */
export async function resealFiles(db: Db, ring: KeyRing): Promise<number> {
  let after = ''
  let resealed = 0
  for (;;) {
    const { last, old } = await transaction(db, async (tx) => {
      const files = await sealedKeys(tx, after, 500)
      const old = files.filter((file) => !ring.isNewest(file.sealed_key))
      for (const { id, sealed_key: sealed } of old)
        await replaceSealedKey(tx, id, ring.seal(ring.open(sealed, `file ${id}`), `file ${id}`))
      return { last: files.at(-1), old: old.length }
    })
    resealed += old
    if (!last) return resealed
    after = last.id
  }
}
