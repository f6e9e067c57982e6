/** While the database or the file store is away, calls fail for one reason: one log line reports that, and one its return. */
import type { Log } from '../log.ts'

export type Outage = {
  refused(error: unknown): void
  answered(): void
}

export function watchOutage(log: Log): Outage {
  let refused = 0
  return {
    refused(error) {
      if (refused++ === 0)
        log.error(
          { err: error },
          'the database or the file store is unreachable, full or too slow; calls are answered with 503',
        )
    },
    answered() {
      if (refused === 0) return
      log.warn({ count: refused }, 'calls are answered normally again; this many were answered with 503')
      refused = 0
    },
  }
}
