import { TookTooLong } from '../budget.ts'
import { DatabaseLost } from './connection.ts'
import { codeOf } from '../start-error.ts'

/** True if the database cannot be reached, is overloaded or shutting down: a later attempt may succeed. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (error instanceof DatabaseLost || error instanceof TookTooLong) return true
  return code !== undefined && (UNREACHABLE.has(code) || BUSY.test(code))
}

const UNREACHABLE = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ENOENT EACCES'.split(' '),
)
/** 08 connection, 53 no disk, memory or connections, 57P shutting down or starting, 57014 and 55P03 took too long,
 *  25P03 idle too long, 25006 a read-only replica, 40 conflicts that outlasted the retries, 58030 cannot write. */
const BUSY = /^(08...|53...|57P0[1-5]|57014|55P03|25P03|25006|40001|40P01|58030)$/
