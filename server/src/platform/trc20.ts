import { hash } from 'node:crypto'
import { createBase58check } from '@scure/base'

const base58check = createBase58check((bytes: Uint8Array) => hash('sha256', bytes, 'buffer'))
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
