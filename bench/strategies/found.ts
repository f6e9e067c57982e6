/** The findings of many runs, gathered from their threads. */
import { drawStrategy } from './acts.ts'
import type { Result } from './book.ts'

/** The strategies drawn from this many seeds; on the server, `world` is the seed of the rates that they share. */
export type Range = { from: number; count: number; world: number }

export type Found = {
  plays: number
  winners: number
  /** The strategy that comes nearest to taking out more than was paid in and promised. */
  best: { seed: number; result: Result } | null
  /** Violations: a strategy made money, had another result than in the model, or failed. */
  wrongs: string[]
}

export const NOTHING: Found = { plays: 0, winners: 0, best: null, wrongs: [] }

export const hasWon = ({ gain, unearned }: Result) => gain > 0n || unearned > 0n

export function merge(one: Found, other: Found): Found {
  const better = !one.best || (other.best && other.best.result.gain > one.best.result.gain) ? other.best : one.best
  return {
    plays: one.plays + other.plays,
    winners: one.winners + other.winners,
    best: better,
    wrongs: [...one.wrongs, ...other.wrongs],
  }
}

/** Adds a run. A strategy that paid nothing in has risked nothing, and can't be the best. */
export function note(found: Found, seed: number, result: Result): Found {
  const won = hasWon(result)
  return merge(found, {
    plays: 1,
    winners: won ? 1 : 0,
    best: result.paidIn > 0n ? { seed, result } : null,
    wrongs: won ? [`seed ${seed} makes money: gain ${result.gain}, unearned ${result.unearned} paise`] : [],
  })
}

export function drawRange({ from, count }: Pick<Range, 'from' | 'count'>) {
  return Array.from({ length: count }, (_, n) => ({ seed: from + n, strategy: drawStrategy(from + n) }))
}
