import type { AuditEntry } from '@bittkosh/contract/audit'
import { type RawBuilder, sql } from 'kysely'
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
  const conditions = matching(filter)
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

export type ExportedAct = Omit<AuditEntry, 'admin' | 'before' | 'after'> & {
  admin_id: number | null
  admin_name: string | null
  before: string | null
  after: string | null
}

/** All entries of a filter, for reading in batches; not even masked ID numbers leave the house. */
export function exportedActs(filter: AuditFilter): RawBuilder<ExportedAct> {
  return sql<ExportedAct>`
    select l.id, l.at, l.admin_id, u.name as admin_name, l.action, l.subject, l.subject_id, l.address, l.reason,
           (l.before - 'id_number')::text as before, (l.after - 'id_number')::text as after
      from audit_log l
      left join users u on u.id = l.admin_id
     where ${matching(filter)}
     order by l.id desc`
}

function matching({ subject, subjectId, admin, action }: AuditFilter): RawBuilder<unknown> {
  const conditions = [
    sql`true`,
    ...(subject ? [sql`l.subject = ${subject}`] : []),
    ...(subjectId === undefined ? [] : [sql`l.subject_id = ${subjectId}`]),
    ...(admin === undefined ? [] : [sql`l.admin_id = ${admin}`]),
    ...(action ? [sql`starts_with(l.action, ${action})`] : []),
  ]
  return sql.join(conditions, sql` and `)
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
