import type { Tx } from '../platform/database/database.ts'
import { readTrustedDate } from './queries.ts'

/** Whether some machine's date waits for an admin's word. */
export async function isDateDoubted(tx: Tx): Promise<boolean> {
  return (await readTrustedDate(tx))?.askedAt != null
}
