/** The link with which a visitor opens their conversation: the same in each mailed answer, and without a stored secret. */
import { timingSafeEqual } from 'node:crypto'
import type { Config } from '../config.ts'
import { keyRing } from '../platform/files/keys.ts'

/** The target of an answer's link: a person's thread, which requires signing in, or a visitor's. */
export function threadLink(config: Config, { id, email }: { id: number; email: string | null }): string {
  if (email === null) return `${config.publicUrl}/support?id=${id}`
  return `${config.publicUrl}/contact?thread=${id}.${signatureOf(config, id, email).toString('base64url')}`
}

/** The conversation id in a token, before its signature is compared; null if it is not a token. */
export function idIn(token: string): number | null {
  const id = Number(/^([1-9]\d{0,9})\.[\w-]{43}$/.exec(token)?.[1] ?? 0)
  return id > 0 && id <= 2_147_483_647 ? id : null
}

/** Bound to the address: it proves nothing about another visitor's conversation. */
export function opensThread(config: Config, token: string, { id, email }: { id: number; email: string }): boolean {
  const given = Buffer.from(token.split('.')[1] ?? '', 'base64url')
  const expected = signatureOf(config, id, email)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function signatureOf(config: Config, id: number, email: string): Buffer {
  return keyRing(config).sign(['support conversation', id, email].join('|'))
}
