/** Links to files: signed for one viewer, valid for minutes. */
import { timingSafeEqual } from 'node:crypto'
import type { KeyRing } from '../platform/files/keys.ts'

const WINDOW_MS = 5 * 60_000
/** No link lives longer, allowing for clock differences: a longer one was made by a clock that ran ahead. */
const LIFE_MAX_MS = 3 * WINDOW_MS

export type Link = { file: string; viewer: number; until: string; signature: string }

/**
 * '/api/files/…', for `viewer` only, valid for five to ten minutes. The caller has checked that the viewer may see the
 * file. Links made within the same five minutes are equal, so a refetched list does not load, and log, every picture
 * again.
 */
export function signLink(ring: KeyRing, { file, viewer, at }: { file: string; viewer: number; at: Date }): string {
  const until = String(((Math.floor(at.getTime() / WINDOW_MS) + 2) * WINDOW_MS) / 1000)
  const signature = signatureOf(ring, { file, viewer, until }).toString('base64url')
  return `/api/files/${file}?viewer=${viewer}&until=${until}&signature=${signature}`
}

export function isLive(ring: KeyRing, link: Link, at: Date): boolean {
  const given = Buffer.from(link.signature, 'base64url')
  const expected = signatureOf(ring, link)
  const leftMs = Number(link.until) * 1000 - at.getTime()
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs && leftMs > 0 && leftMs <= LIFE_MAX_MS
}

function signatureOf(ring: KeyRing, { file, viewer, until }: Omit<Link, 'signature'>): Buffer {
  return ring.sign(`file ${file} for ${viewer} until ${until}`)
}
