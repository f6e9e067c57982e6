/** The one-time code of a transfer, kept only as a keyed hash of all that it confirms. */
import { timingSafeEqual } from 'node:crypto'
import type { Paise } from '@bittkosh/contract/money'
import type { Config } from '../config.ts'
import { keyRing } from '../platform/files/keys.ts'

/** What a code confirms. A code of one transfer is worth nothing for any other, nor after a change of this one. */
export type Confirmed = { id: number; sender: number; receiver: number; amount: Paise; fee: Paise }

export function hashCode(config: Config, code: string, { id, sender, receiver, amount, fee }: Confirmed): Buffer {
  return keyRing(config).sign(['bittpay code', id, sender, receiver, amount, fee, code].join('|'))
}

export function codeMatches(config: Config, code: string, transfer: Confirmed & { hash: Buffer | null }): boolean {
  const given = hashCode(config, code, transfer)
  return transfer.hash !== null && transfer.hash.length === given.length && timingSafeEqual(transfer.hash, given)
}
