/** What other rooms ask of uploads: taking a user's pictures into a record, letting go of them, links to them. */
import { fileIdOf } from '@bittkosh/contract/uploads'
import type { Config } from '../config.ts'
import { transaction, type Tx, type Db } from '../platform/database.ts'
import { type KeyRing, keyRing } from '../platform/keys.ts'
import { refuse } from '../platform/refuse.ts'
import { signLink } from './links.ts'
import { doom, keep, replaceSealedKey, sealedKeys } from './queries.ts'

/**
 * Takes pictures that a user uploaded into a record and answers their ids, in the same order. Refuses
 * `images_required` for a link that is not one of this user's unused uploads.
 */
export async function keepPictures(
  tx: Tx<'images_required'>,
  { owner, urls, field }: { owner: number; urls: readonly string[]; field: string },
): Promise<string[]> {
  const ids = urls.map((url) => fileIdOf(url) ?? '')
  const kept = await keep(tx, owner, ids)
  if (kept.length !== ids.length) return refuse(tx, { code: 'images_required', field })
  return ids
}

/** Lets go of pictures: unreadable at once, gone with the next purge. */
export async function dropPictures(tx: Tx, ids: readonly string[]): Promise<void> {
  await doom(tx, ids)
}

/** Links to pictures for one viewer, who may see them: the caller has checked that. */
export function pictureLinks(
  config: Config,
  { files, viewer, at }: { files: readonly string[]; viewer: number; at: Date },
): string[] {
  const ring = keyRing(config)
  return files.map((file) => signLink(ring, { file, viewer, at }))
}

/** Seals the key of every file with the newest key; answers how many were under an older one. May stop and run again. */
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
