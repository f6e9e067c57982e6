/** ID numbers at rest: a keyed hash to find the same number again, and for a PAN the sealed number itself. */
import { createHmac, createSecretKey } from 'node:crypto'
import type { IdType } from '@bittkosh/contract/kyc'
import type { Tx } from '../platform/database/database.ts'
import { type KeyRing, newKey } from '../platform/files/keys.ts'
import { keptKey } from './queries.ts'

/**
 * The key is random and sealed by the ring, not derived from APP_SECRET: Aadhaar numbers are not stored, so the hashes
 * could never be recalculated after a change of the secret.
 */
export const HASH_KEY = 'id numbers'

export async function numberHasher(tx: Tx, ring: KeyRing): Promise<(id: { type: IdType; number: string }) => Buffer> {
  const key = createSecretKey(ring.open(await keptKey(tx, HASH_KEY, () => ring.seal(newKey(), HASH_KEY)), HASH_KEY))
  return ({ type, number }) => createHmac('sha256', key).update(`${type} ${number}`).digest()
}

/** Null for an Aadhaar number, of which nothing else is stored. */
export function sealNumber(
  ring: KeyRing,
  { type, number, user }: { type: IdType; number: string; user: number },
): Buffer | null {
  return type === 'aadhar' ? null : ring.seal(Buffer.from(number), contextOf(user))
}

export function openNumber(ring: KeyRing, { sealed, user }: { sealed: Buffer; user: number }): string {
  return ring.open(sealed, contextOf(user)).toString()
}

function contextOf(user: number): string {
  return `id number of user ${user}`
}
