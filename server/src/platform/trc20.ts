import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'

const base58check = createBase58check(sha256)
const TRON = 0x41

/** True for a TRON address with a correct checksum: money sent to a mistyped one is lost. */
export function isTrc20Address(address: string): boolean {
  try {
    const bytes = base58check.decode(address)
    return bytes.length === 21 && bytes[0] === TRON
  } catch {
    return false
  }
}
