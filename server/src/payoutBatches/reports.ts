/** Payments that the bank reported and that were not recorded, as they are stored. */
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { ReportedRow } from '../withdrawals/actions.ts'

type Reported = { batch: number; withdrawal: number; utr: string; key: string; admin: number; at: Date }

/** Stores a payment that a result reported, also again after its report was dismissed; false if it is known. */
export async function noteReported(tx: Tx, { batch, withdrawal, utr, key, admin, at }: Reported): Promise<boolean> {
  const { count } = await sql`
    insert into reported_payments (withdrawal_id, batch_id, utr, reference_key, reported_by, reported_at)
    values (${withdrawal}, ${batch}, ${utr}, ${key}, ${admin}, ${at})
        on conflict (withdrawal_id, reference_key) do update
       set batch_id = excluded.batch_id, utr = excluded.utr, reported_by = excluded.reported_by,
           reported_at = excluded.reported_at, dismissed_by = null, dismissed_at = null, dismissal_reason = null
     where reported_payments.dismissed_at is not null`.execute(tx)
  return count > 0
}

type LockedReport = ReportedRow & { withdrawal_id: number; user_id: number; is_open: boolean }

/** A report, locked until the transaction ends; undefined if there is none. */
export async function lockReport(tx: Tx, id: number): Promise<LockedReport | undefined> {
  const { rows } = await sql<LockedReport>`
    select r.id, r.withdrawal_id, w.user_id, r.utr, r.reference_key, r.batch_id as batch, to_jsonb(r.reported_at) as at,
           jsonb_build_object('id', u.id, 'name', u.name) as by, r.dismissed_at is null as is_open
      from reported_payments r
      join withdrawals w on w.id = r.withdrawal_id
      join users u on u.id = r.reported_by
     where r.id = ${id}
       for update of r`.execute(tx)
  return rows[0]
}

type Dismissed = { id: number; admin: number; at: Date; reason: string }

export async function dismissReport(tx: Tx, { id, admin, at, reason }: Dismissed): Promise<void> {
  await sql`
    update reported_payments set dismissed_by = ${admin}, dismissed_at = ${at}, dismissal_reason = ${reason}
     where id = ${id}`.execute(tx)
}
