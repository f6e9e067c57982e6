/** Payments that the bank reported and that the record of their withdrawal does not show. */
import type { ReportedPayment } from '@bittkosh/contract/withdrawals'
import { type Sql, sql } from '../platform/database/sql.ts'

export type ReportedRow = Omit<ReportedPayment, 'at'> & { at: string; reference_key: string }

/**
 * The open reports `r` about a withdrawal `w`: not dismissed, and of another payment than the one with which it was marked as paid.
 * A report without a reference may be of that one.
 */
export const openReports = sql`
  from reported_payments r
 where r.withdrawal_id = w.id and r.dismissed_at is null
   and (w.reference_key is null or r.reference_key not in ('', w.reference_key))`

/** Whether an open proposal would mark the withdrawal `w` as paid with the reference of the report `r`. */
const isProposed = sql`
  exists (select from proposals p
           where p.subject = 'withdrawal' and p.subject_id = w.id and p.status = 'open'
             and p.acts -> 0 -> 'after' ->> 'transaction_id' = r.utr)`

/** Those of a withdrawal `w` that are not proposed to be recorded, as `ReportedRow[]`. */
export const reportedColumn: Sql<ReportedRow[]> = sql`
  (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'utr', r.utr, 'reference_key', r.reference_key, 'batch', r.batch_id,
                                                'at', r.reported_at, 'by', jsonb_build_object('id', r.reported_by, 'name',
                                                (select name from users where id = r.reported_by))) order by r.id), '[]')
   ${openReports} and not ${isProposed})`

export function serializeReport({ id, utr, batch, by, at }: ReportedRow): ReportedPayment {
  return { id, utr, batch, by, at: new Date(at) }
}
