/** Codes of authenticator apps (RFC 6238): HMAC-SHA-1 over the number of half minutes, six digits, as in every app. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { base32nopad } from '@scure/base'

const STEP_MS = 30_000
const STEPS_APART_MAX = 1 // a phone's clock may be half a minute off

export function stepOf(at: Date): number {
  return Math.floor(at.getTime() / STEP_MS)
}

export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The step that a code belongs to, at most one away from now; null if there is none. Apps show codes with a gap: '123 456'. */
export function matchingStep(secret: Uint8Array, typed: string, at: Date): number | null {
  const code = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(code)) return null
  const now = stepOf(at)
  let found: number | null = null
  for (let step = now - STEPS_APART_MAX; step <= now + STEPS_APART_MAX; step++)
    if (timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code))) found = step
  return found
}

export function base32(bytes: Uint8Array): string {
  return base32nopad.encode(bytes)
}
