/** The one-time code of a transfer, stored only as a keyed hash of everything that it confirms. */
import { timingSafeEqual } from 'node:crypto'
import type { Paise } from '@bittkosh/contract/money'
import type { Config } from '../config.ts'
import { keyRing } from '../platform/files/keys.ts'

/** What a code confirms. A transfer's code is useless for any other transfer, or after a change of this one. */
export type Confirmed = { id: number; sender: number; receiver: number; amount: Paise; fee: Paise }

export function hashCode(config: Config, code: string, { id, sender, receiver, amount, fee }: Confirmed): Buffer {
  return keyRing(config).sign(['bittpay code', id, sender, receiver, amount, fee, code].join('|'))
}

export function codeMatches(config: Config, code: string, transfer: Confirmed & { hash: Buffer | null }): boolean {
  const given = hashCode(config, code, transfer)
  return transfer.hash !== null && transfer.hash.length === given.length && timingSafeEqual(transfer.hash, given)
}
