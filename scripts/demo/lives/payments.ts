/** How the demo's people pay and are paid: by what, how much, and the references that come of it. */
import type { MethodType } from '@bittkosh/contract/methods'
import { type Paise, paise } from '@bittkosh/contract/money'
import { digestOf, digitsOf, type Random } from '../people.ts'
import type { Person } from './lives.ts'

/** Mostly UPI, as people do. */
export function methodOf(random: Random): MethodType {
  const chance = random()
  return chance < 0.6 ? 'upi' : chance < 0.85 ? 'bank' : 'crypto'
}

/** An amount as people pay it in: mostly some thousands, seldom a lakh, always round. */
export function roundAmount(random: Random, least: Paise): Paise {
  const rupees = BigInt(Math.round((1_000 * 200 ** (random() ** 2)) / 500) * 500)
  return rupees * 100n < least ? least : paise(rupees * 100n)
}

/** A round part of what is there, at least `least`. */
export function partOf(random: Random, { least, most }: { least: Paise; most: Paise }): Paise {
  const share = (most * BigInt(Math.floor(150 + random() * 500))) / 1000n
  const rounded = share - (share % 10_000n)
  return rounded < least ? least : paise(rounded)
}

/** As the payer's bank or chain prints it; no two of the demo are alike. */
export function referenceOf(person: Person, type: MethodType): string {
  const n = person.number * 1000 + person.references++
  if (type === 'crypto') return digestOf(`payment ${n}`).toString('hex')
  return type === 'upi' ? digitsOf(n, 12) : `N${digitsOf(n, 15)}`
}
