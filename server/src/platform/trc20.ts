import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'

const base58check = createBase58check(sha256)
const TRON = 0x41

/** True for an address on TRON whose checksum is right: money sent to a mistyped one is gone. */
export function isTrc20Address(address: string): boolean {
  try {
    const bytes = base58check.decode(address)
    return bytes.length === 21 && bytes[0] === TRON
  } catch {
    return false
  }
}
