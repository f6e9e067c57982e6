/** What was found in many plays, gathered from the threads that played them. */
import { drawStrategy } from './acts.ts'
import type { Result } from './book.ts'

/** The strategies drawn from so many seeds; on the server, `world` is the seed of the rates that they share. */
export type Range = { from: number; count: number; world: number }

export type Found = {
  plays: number
  winners: number
  /** Who comes nearest to taking out more than was paid in and promised. */
  best: { seed: number; result: Result } | null
  /** What must not be: who made money, who came to another sum than in the model, what broke. */
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

/** One more play. Who paid nothing in has risked nothing, and is not the best. */
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
