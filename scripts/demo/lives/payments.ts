/** Payments of the demo's people: by which method, how much, and their references. */
import type { MethodType } from '@bittkosh/contract/methods'
import { type Paise, paise } from '@bittkosh/contract/money'
import { digestOf, digitsOf, type Random } from '../people.ts'
import type { Person } from './lives.ts'

/** Mostly UPI, as people do. */
export function methodOf(random: Random): MethodType {
  const chance = random()
  return chance < 0.6 ? 'upi' : chance < 0.85 ? 'bank' : 'crypto'
}

/** A typical amount for a deposit: mostly some thousands, rarely a lakh, always round. */
export function roundAmount(random: Random, least: Paise): Paise {
  const rupees = BigInt(Math.round((1_000 * 200 ** (random() ** 2)) / 500) * 500)
  return rupees * 100n < least ? least : paise(rupees * 100n)
}

/** A round part of the available amount, at least `least`. */
export function partOf(random: Random, { least, most }: { least: Paise; most: Paise }): Paise {
  const share = (most * BigInt(Math.floor(150 + random() * 500))) / 1000n
  const rounded = share - (share % 10_000n)
  return rounded < least ? least : paise(rounded)
}

/** As the payer's bank or chain prints it; no two in the demo are alike. */
export function referenceOf(person: Person, type: MethodType): string {
  const n = person.number * 1000 + person.references++
  if (type === 'crypto') return digestOf(`payment ${n}`).toString('hex')
  return type === 'upi' ? digitsOf(n, 12) : `N${digitsOf(n, 15)}`
}
