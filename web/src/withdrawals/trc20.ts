import { looksLikeTrc20 } from '@bittkosh/contract/payees'

const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const TRON = 0x41

/**
 * Whether an address is a TRON address whose last four bytes are its checksum, as the server requires. If the browser can't hash (a
 * page without https), its format must suffice and the server checks the rest.
 */
export async function isTrc20(address: string): Promise<boolean> {
  if (!looksLikeTrc20(address)) return false
  const bytes = bytesOf(address)
  if (bytes === null || bytes[0] !== TRON) return false
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined // missing without https, contrary to its type
  if (!subtle) return true
  const once = await subtle.digest('SHA-256', bytes.slice(0, 21))
  const twice = new Uint8Array(await subtle.digest('SHA-256', once))
  return [0, 1, 2, 3].every((index) => twice[index] === bytes[21 + index])
}

/** The 25 bytes that base 58 digits encode; null if there are more or fewer. No TRON address begins with a zero byte. */
function bytesOf(address: string): Uint8Array<ArrayBuffer> | null {
  let value = 0n
  for (const digit of address) value = value * 58n + BigInt(DIGITS.indexOf(digit))
  const hex = value.toString(16).padStart(50, '0')
  if (hex.length !== 50) return null
  return Uint8Array.from({ length: 25 }, (_, index) => Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16))
}
