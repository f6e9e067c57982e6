import type { AuditEntry } from '@bittkosh/contract/audit'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

export type AuditFilter = {
  subject?: string | undefined
  subjectId?: number | undefined
  admin?: number | undefined
  /** The beginning of the action. */
  action?: string | undefined
}

/** A page of the log, newest first, and how many rows the filter finds. */
export async function auditPage(
  db: Db,
  filter: AuditFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ data: AuditEntry[]; total: number }> {
  const conditions = sql.join(
    [
      sql`true`,
      filter.subject ? sql`l.subject = ${filter.subject}` : undefined,
      filter.subjectId === undefined ? undefined : sql`l.subject_id = ${filter.subjectId}`,
      filter.admin === undefined ? undefined : sql`l.admin_id = ${filter.admin}`,
      filter.action ? sql`starts_with(l.action, ${filter.action})` : undefined,
    ].filter((condition) => condition !== undefined),
    sql` and `,
  )
  const { rows: data } = await sql<AuditEntry>`
    select l.id, l.at, l.action, l.subject, l.subject_id, l.address, l.before, l.after, l.reason,
           case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as admin
      from audit_log l
      left join users u on u.id = l.admin_id
     where ${conditions}
     order by l.id desc
     limit ${limit} offset ${offset}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from audit_log l where ${conditions}`.execute(db)
  return { data, total: counted[0]?.total ?? 0 }
}

export type StoredAct = {
  id: number
  at: Date
  admin_id: number | null
  action: string
  subject: string
  subject_id: number | null
  address: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
  hash: Buffer
}

/** The next acts after one, oldest first. */
export async function actsAfter(db: Db, id: number, limit: number): Promise<StoredAct[]> {
  const { rows } = await sql<StoredAct>`
    select id, at, admin_id, action, subject, subject_id, address, before, after, reason, hash
      from audit_log
     where id > ${id}
     order by id
     limit ${limit}`.execute(db)
  return rows
}
