import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { shortenPauses } from './accounts.ts'

/** After the clock ran ahead: deletes links and codes made after `ahead`, and restarts pauses that began then. */
export async function endProofsAhead(tx: Tx, moment: { now: Date; ahead: Date }): Promise<void> {
  await sql`delete from password_resets where created_at > ${moment.ahead}`.execute(tx)
  await sql`delete from contact_codes where created_at > ${moment.ahead}`.execute(tx)
  await sql`delete from email_claims where requested_at > ${moment.ahead}`.execute(tx)
  await shortenPauses(tx, moment)
}
