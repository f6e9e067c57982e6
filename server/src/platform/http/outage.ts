/** While the database or the file store is away, calls fail for one reason: one log line reports that, and one its return. */
import type { Part } from '../database/database.ts'
import type { Log } from '../log.ts'

/** `isRead`: a full disk or a demoted leader refuses only writes, so after a refused write only a write shows the return. */
type Use = { isRead: boolean }

export type Outage = {
  refused(part: Part, error: unknown, use: Use): void
  /** A call has used the database, and the file store if `usesFiles`. */
  answered(use: Use & { usesFiles: boolean }): void
}

export function watchOutage(log: Log): Outage {
  const parts = { database: watchPart(log, 'database'), 'file store': watchPart(log, 'file store') }
  return {
    refused: (part, error, use) => parts[part].refused(error, use),
    answered(use) {
      parts.database.answered(use)
      if (use.usesFiles) parts['file store'].answered(use)
    },
  }
}

function watchPart(log: Log, part: Part) {
  let refused = 0
  let hasRefusedWrites = false
  return {
    refused(error: unknown, { isRead }: Use) {
      if (refused++ === 0)
        log.error(
          { err: error },
          `the ${part} is unreachable, full or too slow; calls that need it are answered with 503`,
        )
      if (!isRead) hasRefusedWrites = true
    },
    answered({ isRead }: Use) {
      if (refused === 0 || (isRead && hasRefusedWrites)) return
      log.warn({ count: refused }, `calls that need the ${part} are answered again; this many were answered with 503`)
      refused = 0
      hasRefusedWrites = false
    },
  }
}
