import { BudgetExceeded } from '../budget.ts'
import { DatabaseLost } from './connection.ts'
import { codeOf } from '../start-error.ts'

/** True if the database or the store of files cannot be reached, is full, overloaded or shutting down: a later attempt may succeed. */
export function isUnavailable(error: unknown): boolean {
  return unavailablePart(error) !== null
}

export type Part = 'database' | 'file store'

/** Which of the two it is; null for any other error. */
export function unavailablePart(error: unknown): Part | null {
  const code = codeOf(error)
  if (error instanceof DatabaseLost || error instanceof BudgetExceeded) return 'database'
  if (code !== undefined && (NO_SOCKET.has(code) || BUSY.test(code))) return 'database'
  const isOfStore = isAway(error) || (error instanceof Error && isAway(error.cause)) // as the store's library passes it on
  return isOfStore ? 'file store' : null
}

function isAway(error: unknown): boolean {
  if (AWAY.has(codeOf(error) ?? '')) return true
  if (!(error instanceof Error)) return false
  const { $metadata: reply } = error as { $metadata?: { httpStatusCode?: number } } // on errors of the S3 client
  const status = reply?.httpStatusCode ?? 0
  return error.name === 'TimeoutError' || status >= 500 || status === 429
}

const AWAY = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ENOSPC EDQUOT'.split(' '),
)
const NO_SOCKET = new Set(['ENOENT', 'EACCES']) // of a database on this machine; for a file in the store it is a fault
/** 08 connection, 53 no disk, memory or connections, 57P shutting down or starting, 57014 and 55P03 took too long,
 *  25P03 idle too long, 25006 a read-only replica, 40 conflicts that outlasted the retries, 58030 cannot write. */
const BUSY = /^(08...|53...|57P0[1-5]|57014|55P03|25P03|25006|40001|40P01|58030)$/
