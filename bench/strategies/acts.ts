/**
 * What players can do: a strategy is a list of acts. An account is named by the order of its registration, a person owns
 * any number of them. An act that the rules refuse changes nothing, so any list of acts is a strategy.
 */
import { paise, type Paise } from '@bittkosh/contract/money'
import { randomFrom } from '../../tests/support/earnLife.ts'

export type Act =
  | { do: 'register'; person: number; referrer: number | null; device: number }
  /** Shows an ID number and has it approved. */
  | { do: 'prove'; account: number; number: number }
  /** Pays and has `parts`/4 of it approved; `bought` is a package, whose price counts instead. */
  | { do: 'deposit'; account: number; amount: Paise; bought: number | null; parts: number }
  | { do: 'reverse'; account: number }
  | { do: 'earnIn'; account: number; amount: Paise | 'all' }
  | { do: 'earnOut'; account: number; amount: Paise | 'all' }
  | { do: 'invest'; account: number; plan: number; amount: Paise | 'all' }
  | { do: 'claim'; account: number }
  | { do: 'send'; account: number; to: number; amount: Paise | 'all' }
  | { do: 'withdraw'; account: number; amount: Paise | 'all'; payee: number; ends: 'paid' | 'cancelled' | 'returned' }
  | { do: 'close'; account: number }
  | { do: 'wait'; days: number }
  /** The operator sets the daily rate of Earn, in ppm. */
  | { do: 'rate'; ppm: number }

export type Strategy = readonly Act[]

export const rupees = (amount: number): Paise => paise(BigInt(Math.round(amount * 100)))

const amounts = ['all', 0.01, 0.05, 99.99, 100, 250, 499.99, 500, 500.01, 537.64, 1_000, 2_500, 5_000, 50_000] as const
const waits = [1, 1, 1, 1, 2, 2, 3, 7, 8, 31]
const rates = [0, 1, 200, 201, 333, 2_000]

/** A strategy of `length` acts that follows from the seed. It starts with some accounts, else most acts would be refused. */
export function drawStrategy(seed: number, { length = 30 }: { length?: number } = {}): Act[] {
  const random = randomFrom(seed)
  const below = (n: number) => Math.floor(random() * n)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!
  const persons = 1 + below(4)
  const accounts = 2 + below(6)
  const amount = () => {
    const chosen = pick(amounts)
    return chosen === 'all' ? chosen : rupees(chosen)
  }
  const payments = () => {
    const chosen = pick(amounts)
    return chosen === 'all' ? rupees(1_000 + below(9) * 500) : rupees(chosen)
  }
  const draw = (): Act => {
    const account = below(accounts)
    switch (below(26)) {
      case 0:
      case 1:
        return register(account)
      case 2:
      case 3:
      case 4:
        return { do: 'prove', account, number: below(persons * 2) }
      case 5:
      case 6:
      case 7:
      case 8:
        return {
          do: 'deposit',
          account,
          amount: payments(),
          bought: below(3) === 0 ? below(4) : null,
          parts: pick([1, 2, 4, 4, 4]),
        }
      case 9:
      case 10:
      case 11:
        return { do: 'earnIn', account, amount: amount() }
      case 12:
      case 13:
        return { do: 'earnOut', account, amount: amount() }
      case 14:
        return { do: 'invest', account, plan: below(3), amount: amount() }
      case 15:
        return { do: 'claim', account }
      case 16:
        return { do: 'send', account, to: below(accounts), amount: amount() }
      case 17:
      case 18:
      case 19:
        return {
          do: 'withdraw',
          account,
          amount: amount(),
          payee: below(persons + 1),
          ends: pick(['paid', 'paid', 'paid', 'cancelled', 'returned']),
        }
      case 20:
        return { do: 'close', account }
      case 21:
        return { do: 'reverse', account }
      case 22:
      case 23:
      case 24:
        return { do: 'wait', days: pick(waits) }
      default:
        return { do: 'rate', ppm: pick(rates) }
    }
  }
  const register = (n: number): Act => ({
    do: 'register',
    person: below(persons),
    referrer: n > 0 && random() < 0.7 ? below(n) : null,
    device: below(persons + 2),
  })
  const opening = Array.from({ length: accounts }, (_, n) => register(n))
  return [...opening, ...Array.from({ length }, draw), ...cashOut(accounts)]
}

/** The daily rates of Earn that an operator sets: of the days, counted from the first one of a play, on which it changes. */
export type Rates = ReadonlyMap<number, number>

const RATE_DAYS = 400 // longer than any drawn strategy plays

export function drawRates(seed: number): Rates {
  const random = randomFrom(seed)
  const drawn = new Map<number, number>()
  for (let day = 0; day < RATE_DAYS; day++)
    if (random() < 1 / 16) drawn.set(day, rates[Math.floor(random() * rates.length)]!)
  return drawn
}

/**
 * The same strategy where the operator sets other rates than its own: strategies that share one clock share the rates too.
 * A wait over a day of change becomes two.
 */
export function underRates(strategy: Strategy, changes: Rates): Act[] {
  let day = 0
  const changed = (): Act[] => {
    const to = changes.get(day)
    return to === undefined ? [] : [{ do: 'rate', ppm: to }]
  }
  const opening = changed()
  const acts = strategy.flatMap((act): Act[] => {
    if (act.do === 'rate') return []
    if (act.do !== 'wait') return [act]
    const parts: Act[] = []
    let left = act.days
    while (left > 0) {
      let days = 1
      while (days < left && !changes.has(day + days)) days++
      day += days
      left -= days
      parts.push({ do: 'wait', days }, ...changed())
    }
    return parts
  })
  return [...opening, ...acts]
}

/** Takes everything out that may leave: what a strategy ends with. */
export function cashOut(accounts: number): Act[] {
  return Array.from({ length: accounts }, (_, account): Act[] => [
    { do: 'claim', account },
    { do: 'earnOut', account, amount: 'all' },
    { do: 'withdraw', account, amount: 'all', payee: account, ends: 'paid' },
  ]).flat()
}
