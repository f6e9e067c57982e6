/** Work that takes much memory, one at a time: the memory of one is the memory of all. */
import { refuse } from './http/refuse.ts'

export const COME_BACK_SECONDS = 5

/** A line for such work. What it returns runs work in its turn, and refuses `unavailable` where more than `most` wait already. */
export function makeLine(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return async (work) => {
    if (waiting > most) refuse({ code: 'unavailable', retryAfterSeconds: COME_BACK_SECONDS })
    waiting++
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine.finally(() => waiting--)
  }
}
