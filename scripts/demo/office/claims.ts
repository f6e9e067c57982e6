/** Who handles a record: withdrawals that an admin pays, deposits and identity records assigned to an admin. */
import type { Config } from '../../../server/src/config.ts'
import { sql } from '../../../server/src/platform/database/sql.ts'
import { askForPayouts, sendIdentities } from './asking.ts'
import { countOf, type Desk, share } from './desk.ts'
import type { Team } from './team.ts'

const OF_EACH = [2, 20] as const

export async function claimRecords(
  desk: Desk,
  { owner, finance, identity }: Team,
  { total, card, config }: { total: number; card: Buffer; config: Config },
): Promise<void> {
  const wanted = share(total, 500, OF_EACH)
  const inBatch = sql`exists (select from batched_payouts b where b.withdrawal_id = w.id)`
  const claimed = await countOf(
    desk.db,
    sql`withdrawals w where w.status = 'pending' and w.claimed_by is not null and not ${inBatch}`,
  )
  const asked = await askForPayouts(desk, { count: Math.max(0, wanted - claimed), salt: 'claims' })
  for (const [n, id] of asked.entries()) {
    const by = n % 2 === 0 ? finance : owner
    await desk.call(by, { method: 'POST', path: `/withdrawals/${id}/claim`, body: {} })
  }
  const waiting = await countOf(desk.db, sql`kyc_records where status = 'pending'`)
  await sendIdentities(desk, { count: Math.max(0, wanted - waiting), card, config })
  for (const { kind, table, by } of [
    { kind: 'deposit', table: 'deposits', by: finance },
    { kind: 'kyc', table: 'kyc_records', by: identity },
  ]) {
    const assigned = await countOf(desk.db, sql`assignments where subject = ${kind}`)
    const { rows } = await sql<{ id: number }>`
      select r.id
        from ${sql.table(table)} r
       where r.status = 'pending'
         and not exists (select from assignments a where a.subject = ${kind} and a.subject_id = r.id)
       order by r.id limit ${Math.max(0, wanted - assigned)}`.execute(desk.db)
    for (const { id } of rows)
      await desk.call(by, { method: 'PUT', path: `/notes/${kind}/${id}/assignment`, body: { admin: by.id } })
  }
}
