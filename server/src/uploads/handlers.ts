import { randomBytes } from 'node:crypto'
import { isPermitted, type Permission } from '@bittkosh/contract/permissions'
import { type Role } from '@bittkosh/contract/roles'
import * as calls from '@bittkosh/contract/uploads'
import { payeePictureAt } from '@bittkosh/contract/uploads'
import { record } from '../audit/actions.ts'
import { transaction, type Tx } from '../platform/database/database.ts'
import { fileStore } from '../platform/files/files.ts'
import { type Answer, type Call, type Route, writeInStages } from '../platform/http/http.ts'
import { encrypt, keyRing, newKey } from '../platform/files/keys.ts'
import { requireActive } from '../platform/http/once.ts'
import { refuse } from '../platform/http/refuse.ts'
import type { Services } from '../platform/services.ts'
import { readPicture } from './actions.ts'
import { isLive, signLink } from './links.ts'
import { beginFile, fileById, type FileRow, finishFile, type Purpose, viewerById } from './queries.ts'

/** The permission of other viewers: pictures sent to support may be identity documents, which not every reader may see. */
const neededFor: Record<Purpose, Permission> = {
  identity: 'kyc.read',
  conversation: 'conversations.answer',
  payee: 'catalogue.read',
}
const QUOTA_BYTES = 50 * 1024 * 1024

const sandboxed = { 'content-security-policy': "default-src 'none'; sandbox" }

export const routes: Route[] = [
  writeInStages(calls.uploadImage, uploadImage, { usesFiles: true }),
  writeInStages(calls.getFile, getFile, { usesFiles: true }),
  writeInStages(calls.uploadPayeePicture, uploadPayeePicture, { usesFiles: true }),
  writeInStages(calls.getPayeePicture, getPayeePicture, { usesFiles: true }),
]

export async function uploadImage(call: Call<typeof calls.uploadImage>): Promise<Answer<typeof calls.uploadImage>> {
  const { user, at, services } = call
  const file = await takePicture(call, 'identity')
  return { success: true, url: signLink(keyRing(services.config), { file, viewer: user.id, at }) }
}

export async function uploadPayeePicture(
  call: Call<typeof calls.uploadPayeePicture>,
): Promise<Answer<typeof calls.uploadPayeePicture>> {
  const note = (tx: Tx, file: string) =>
    record(tx, call, { action: 'payee picture uploaded', subject: 'user', subjectId: call.user.id, after: { file } })
  return { success: true, url: payeePictureAt(await takePicture(call, 'payee', note)) }
}

async function takePicture(
  { user, at, services, file }: Pick<Call<typeof calls.uploadImage>, 'user' | 'at' | 'services' | 'file'>,
  purpose: Purpose,
  note?: (tx: Tx, file: string) => void,
): Promise<string> {
  // the image library takes 11 MB of memory, which a process without uploads saves
  const pictures = await import('./pictures.ts')
  const picture = await pictures.readPicture(services.db, (await file()).bytes)
  return storePicture(services, { picture, owner: user.id, purpose, at, note })
}

/** Stores a decoded picture, and returns its id; `note` runs in the same transaction. Refuses `uploads_full`. */
export async function storePicture(
  { config, db }: Pick<Services<'uploads_full' | 'unauthorized'>, 'config' | 'db'>,
  {
    picture,
    owner,
    purpose,
    at,
    note,
  }: {
    picture: Buffer
    owner: number
    purpose: Purpose
    at: Date
    note?: ((tx: Tx, file: string) => void) | undefined
  },
): Promise<string> {
  const ring = keyRing(config)
  const id = randomBytes(16).toString('base64url')
  const key = newKey()
  const sealed = encrypt(key, picture, `file ${id}`)
  await transaction(db, async (tx) => {
    await requireActive(tx, owner)
    const sealedKey = ring.seal(key, `file ${id}`)
    const begun = await beginFile(tx, {
      id,
      owner,
      purpose,
      bytes: sealed.length,
      sealedKey,
      at,
      quotaBytes: QUOTA_BYTES,
    })
    if (!begun) refuse(tx, 'uploads_full')
    note?.(tx, id)
  })
  await (await fileStore(config)).put(id, sealed)
  await finishFile(db, id)
  return id
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
    const about = { subject: 'user', subjectId: file.owner_id, after: { file: file.id } } as const
    await transaction(db, async (tx) =>
      record(tx, { user: viewer, at, address }, { action: 'picture viewed', ...about }),
    )
  }
  const content = (await readPicture({ config, db }, file.id)) ?? refuse(db, 'not_found')
  return { content, type: 'image/jpeg', name: 'document.jpg', headers: sandboxed }
}

export async function getPayeePicture({
  params,
  services: { config, db },
}: Call<typeof calls.getPayeePicture>): Promise<Answer<typeof calls.getPayeePicture>> {
  const isOfPayee = (await fileById(db, params.id))?.purpose === 'payee'
  const content = (isOfPayee && (await readPicture({ config, db }, params.id))) || refuse(db, 'not_found')
  return { content, type: 'image/jpeg', name: null, headers: sandboxed }
}

/** Pictures of a closed account are locked: only an owner, who has given a reason, gets a link. */
function mayView(roles: readonly Role[], { is_locked: isLocked, purpose }: FileRow): boolean {
  return isLocked ? roles.includes('owner') : isPermitted(roles, neededFor[purpose])
}
