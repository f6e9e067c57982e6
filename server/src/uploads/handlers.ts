import { randomBytes } from 'node:crypto'
import { isPermitted, type Permission } from '@bittkosh/contract/permissions'
import { type Role } from '@bittkosh/contract/roles'
import * as calls from '@bittkosh/contract/uploads'
import { record } from '../audit/actions.ts'
import { transaction } from '../platform/database/database.ts'
import { fileStore } from '../platform/files/files.ts'
import { type Answer, type Call, type Route, stages } from '../platform/http/http.ts'
import { encrypt, keyRing, newKey } from '../platform/files/keys.ts'
import { requireActive } from '../platform/http/once.ts'
import { refuse } from '../platform/http/refuse.ts'
import type { Services } from '../platform/services.ts'
import { readPicture } from './actions.ts'
import { isLive, signLink } from './links.ts'
import { beginFile, fileById, type FileRow, finishFile, type Purpose, viewerById } from './queries.ts'

/** Who else may look: what people send to support may be an identity document, so not everyone who may read it. */
const neededFor: Record<Purpose, Permission> = { identity: 'kyc.read', conversation: 'conversations.answer' }
const QUOTA_BYTES = 50 * 1024 * 1024

export const routes: Route[] = [stages(calls.uploadImage, uploadImage), stages(calls.getFile, getFile)]

export async function uploadImage({
  user,
  at,
  services,
  file,
}: Call<typeof calls.uploadImage>): Promise<Answer<typeof calls.uploadImage>> {
  // the image library takes 11 MB of memory, which a process without uploads saves
  const { readPicture: takePicture } = await import('./pictures.ts')
  const picture = await takePicture(services.db, (await file()).bytes)
  return { success: true, url: await storePicture(services, { picture, owner: user.id, at }) }
}

/** Stores a picture that was read, and returns the link by which its owner names it. Refuses `uploads_full`. */
export async function storePicture(
  { config, db }: Pick<Services<'uploads_full' | 'unauthorized'>, 'config' | 'db'>,
  { picture, owner, at }: { picture: Buffer; owner: number; at: Date },
): Promise<string> {
  const ring = keyRing(config)
  const id = randomBytes(16).toString('base64url')
  const key = newKey()
  const sealed = encrypt(key, picture, `file ${id}`)
  await transaction(db, async (tx) => {
    await requireActive(tx, owner)
    const sealedKey = ring.seal(key, `file ${id}`)
    const begun = await beginFile(tx, { id, owner, bytes: sealed.length, sealedKey, at, quotaBytes: QUOTA_BYTES })
    if (!begun) refuse(tx, 'uploads_full')
  })
  await (await fileStore(config)).put(id, sealed)
  await finishFile(db, id)
  return signLink(ring, { file: id, viewer: owner, at })
}

export async function getFile({
  params,
  query,
  at,
  address,
  services: { config, db },
}: Call<typeof calls.getFile>): Promise<Answer<typeof calls.getFile>> {
  const ring = keyRing(config)
  if (!isLive(ring, { file: params.id, ...query }, at)) return refuse(db, 'not_found')
  const [file, viewer] = await Promise.all([fileById(db, params.id), viewerById(db, query.viewer)])
  if (!file || !viewer) return refuse(db, 'not_found')
  if (viewer.id !== file.owner_id && !mayView(viewer.roles, file)) return refuse(db, 'not_found')
  if (viewer.id !== file.owner_id) {
    await transaction(db, (tx) =>
      record(tx, at, {
        admin: viewer.id,
        action: 'picture viewed',
        subject: 'user',
        subjectId: file.owner_id,
        address,
        after: { file: file.id },
      }),
    )
  }
  const content = await readPicture({ config, db }, file.id)
  if (!content) return refuse(db, 'not_found')
  return {
    content,
    type: 'image/jpeg',
    name: 'document.jpg',
    headers: { 'content-security-policy': "default-src 'none'; sandbox" },
  }
}

/** Pictures of a closed account are locked: only an owner, who has given a reason, was handed a link. */
function mayView(roles: readonly Role[], { is_locked: isLocked, purpose }: FileRow): boolean {
  return isLocked ? roles.includes('owner') : isPermitted(roles, neededFor[purpose])
}
