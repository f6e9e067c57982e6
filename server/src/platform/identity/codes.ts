import { randomInt } from 'node:crypto'

const DIGITS = 6

/** A one-time code: six digits from the system's generator. Only a keyed hash of it is stored. */
export function newCode(): string {
  return randomInt(10 ** DIGITS)
    .toString()
    .padStart(DIGITS, '0')
}
