import { createHash } from 'node:crypto'
import { createBase58check } from '@scure/base'

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest())

/** An address on TRON with a right checksum that nobody holds the key of. */
export function trc20Address(digest: Buffer): string {
  return base58check.encode(Uint8Array.from([0x41, ...digest.subarray(0, 20)]))
}
