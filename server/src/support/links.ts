/** The link by which a visitor opens their conversation: in each mailed answer the same, and no secret is kept for it. */
import { timingSafeEqual } from 'node:crypto'
import type { Config } from '../config.ts'
import { keyRing } from '../platform/files/keys.ts'

/** Where an answer leads: a person's thread, which asks them to sign in, or a visitor's. */
export function threadLink(config: Config, { id, email }: { id: number; email: string | null }): string {
  if (email === null) return `${config.publicUrl}/support?id=${id}`
  return `${config.publicUrl}/contact?thread=${id}.${signatureOf(config, id, email).toString('base64url')}`
}

/** The conversation that a token names, before its signature is compared; null for what is none. */
export function idIn(token: string): number | null {
  const id = Number(/^([1-9]\d{0,9})\.[\w-]{43}$/.exec(token)?.[1] ?? 0)
  return id > 0 && id <= 2_147_483_647 ? id : null
}

/** Bound to the address: of another visitor's number it proves nothing. */
export function opensThread(config: Config, token: string, { id, email }: { id: number; email: string }): boolean {
  const given = Buffer.from(token.split('.')[1] ?? '', 'base64url')
  const expected = signatureOf(config, id, email)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function signatureOf(config: Config, id: number, email: string): Buffer {
  return keyRing(config).sign(['support conversation', id, email].join('|'))
}
