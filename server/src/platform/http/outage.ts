/** While the database is away every call fails for the same reason: one line says so, and one when it is back. */
import type { Log } from '../log.ts'

export type Outage = {
  refused(error: unknown): void
  answered(): void
}

export function watchOutage(log: Log): Outage {
  let refused = 0
  return {
    refused(error) {
      if (refused++ === 0) log.error({ err: error }, 'the database is away or too slow; calls are answered with 503')
    },
    answered() {
      if (refused === 0) return
      log.warn({ count: refused }, 'the database answers again; so many calls were answered with 503')
      refused = 0
    },
  }
}
