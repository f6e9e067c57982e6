import type { Tx } from '../platform/database/database.ts'
import { readTrustedDate } from './queries.ts'

/** Whether the date of some machine waits for an admin's confirmation. */
export async function isDateDoubted(tx: Tx): Promise<boolean> {
  return (await readTrustedDate(tx))?.askedAt != null
}
