/** Work that needs much memory, run one at a time: peak memory is that of a single run. */
import { refuse } from './http/refuse.ts'

export const COME_BACK_SECONDS = 5

/** A queue for such work. The returned function runs it in turn, and refuses `unavailable` if more than `most` wait. */
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
