/**
 * What players can do: a strategy is a list of acts. An account is identified by the order of its registration, a person owns any
 * number of them. An act that the rules refuse changes nothing, so any list of acts is a strategy.
 */
import { paise, type Paise } from '@bittkosh/contract/money'
import { daysBetween, startOfDay } from '@bittkosh/contract/time'
import { randomFrom } from '../../tests/support/earnLife.ts'

export type Act =
  | { do: 'register'; person: number; referrer: number | null; device: number }
  /** Submits an ID number and gets it approved. */
  | { do: 'prove'; account: number; number: number }
  /**
   * Pays and gets `parts`/4 of it approved; `bought` is a package, whose price counts instead. In USDT the amount is converted at
   * the rate: the displayed one, or the one before.
   */
  | {
      do: 'deposit'
      account: number
      amount: Paise
      bought: number | null
      parts: number
      usdt: 'shown' | 'before' | null
    }
  | { do: 'reverse'; account: number }
  | { do: 'earnIn'; account: number; amount: Paise | 'all' }
  | { do: 'earnOut'; account: number; amount: Paise | 'all' }
  | { do: 'invest'; account: number; plan: number; amount: Paise | 'all' }
  | { do: 'claim'; account: number }
  | { do: 'send'; account: number; to: number; amount: Paise | 'all' }
  | {
      do: 'withdraw'
      account: number
      amount: Paise | 'all'
      payee: number
      isUsdt: boolean
      ends: PayoutEnd | 'waits'
    }
  /** An admin begins to pay the oldest pending request, which fixes its rate; or the request ends. */
  | { do: 'beginPayout'; account: number }
  | { do: 'endPayout'; account: number; ends: PayoutEnd }
  | { do: 'close'; account: number }
  | { do: 'wait'; days: number }
  /** The operator sets the daily rate of Earn, in ppm. */
  | { do: 'rate'; ppm: number }
  /** The operator sets the rupee value of 1 USDT. */
  | { do: 'usdtRate'; rate: Paise }

export type PayoutEnd = 'paid' | 'cancelled' | 'returned'

export type Strategy = readonly Act[]

export const rupees = (amount: number): Paise => paise(BigInt(Math.round(amount * 100)))

const amounts = ['all', 0.01, 0.05, 99.99, 100, 250, 499.99, 500, 500.01, 537.64, 1_000, 2_500, 5_000, 50_000] as const
const waits = [1, 1, 1, 1, 2, 2, 3, 7, 8, 31]
const rates = [0, 1, 200, 201, 333, 2_000]
const usdtRates = [60, 85.5, 90, 90.01, 97, 110, 150].map(rupees)

/** A strategy of `length` acts derived from the seed. It starts with some accounts, otherwise most acts would be refused. */
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
    switch (below(31)) {
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
          usdt: pick([null, null, null, 'shown', 'before'] as const),
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
          isUsdt: below(3) === 0,
          ends: pick(['paid', 'paid', 'paid', 'waits', 'waits', 'cancelled', 'returned'] as const),
        }
      case 20:
        return { do: 'close', account }
      case 21:
        return { do: 'reverse', account }
      case 22:
      case 23:
      case 24:
        return { do: 'wait', days: pick(waits) }
      case 25:
        return { do: 'beginPayout', account }
      case 26:
      case 27:
        return { do: 'endPayout', account, ends: pick(['paid', 'paid', 'cancelled', 'returned'] as const) }
      case 28:
      case 29:
        return { do: 'usdtRate', rate: pick(usdtRates) }
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

/**
 * The operator's settings: by the days, counted from the first one of a run, on which Earn's daily rate or that of USDT changes.
 */
export type Rates = { earn: ReadonlyMap<number, number>; usdt: ReadonlyMap<number, Paise> }

const RATE_DAYS = 400 // longer than any drawn strategy runs

export function drawRates(seed: number): Rates {
  const random = randomFrom(seed)
  const drawn = { earn: new Map<number, number>(), usdt: new Map<number, Paise>() }
  for (let day = 0; day < RATE_DAYS; day++) {
    if (random() < 1 / 16) drawn.earn.set(day, rates[Math.floor(random() * rates.length)]!)
    if (random() < 1 / 8) drawn.usdt.set(day, usdtRates[Math.floor(random() * usdtRates.length)]!)
  }
  return drawn
}

/**
 * The same strategy if the operator sets other rates than its own: strategies that share one clock share the rates too. A wait over
 * a day of change is split in two.
 */
export function underRates(strategy: Strategy, { earn, usdt }: Rates): Act[] {
  let day = 0
  const changed = (): Act[] => {
    const [ppm, rate] = [earn.get(day), usdt.get(day)]
    return [
      ...(ppm === undefined ? [] : [{ do: 'rate' as const, ppm }]),
      ...(rate === undefined ? [] : [{ do: 'usdtRate' as const, rate }]),
    ]
  }
  const opening = changed()
  const acts = strategy.flatMap((act): Act[] => {
    if (act.do === 'rate' || act.do === 'usdtRate') return []
    if (act.do !== 'wait') return [act]
    const parts: Act[] = []
    let left = act.days
    while (left > 0) {
      let days = 1
      while (days < left && !earn.has(day + days) && !usdt.has(day + days)) days++
      day += days
      left -= days
      parts.push({ do: 'wait', days }, ...changed())
    }
    return parts
  })
  return [...opening, ...acts]
}

const MORNING_MS = 8 * 3_600_000
const LATER_MS = 120_000 // longer than all acts of a day take

/** The time of day at which runs that began on `firstDay` act: a little later each day, so that a full day passes in between. */
export function actingAt(firstDay: string, day: string): Date {
  const at = new Date(startOfDay(day).getTime() + MORNING_MS + LATER_MS * daysBetween(firstDay, day))
  if (at >= new Date(startOfDay(day).getTime() + 24 * 3_600_000)) throw new Error(`a play went on until ${day}`)
  return at
}

/** Withdraws everything possible: the end of every strategy. */
export function cashOut(accounts: number): Act[] {
  return Array.from({ length: accounts }, (_, account): Act[] => [
    { do: 'claim', account },
    { do: 'earnOut', account, amount: 'all' },
    { do: 'withdraw', account, amount: 'all', payee: account, isUsdt: false, ends: 'paid' },
  ]).flat()
}
