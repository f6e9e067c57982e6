import type { AuditEntry } from '@bittkosh/contract/audit'
import type { Reason } from '@bittkosh/contract/reasons'
import { type Db, onlyRow } from '../platform/database/database.ts'
import { type Order, orderBy, type Slice } from '../platform/lists.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

export type AuditFilter = {
  subject?: string | undefined
  subjectId?: number | undefined
  admin?: number | undefined
  /** The beginning of the action. */
  action?: string | undefined
}

const newestFirst: Order = [['l.id', 'desc']]

/** A page of the log, newest first: its ids by an index first, at any depth. */
export async function auditPage(
  db: Db,
  { offset, limit, backwards, ...filter }: AuditFilter & Slice,
): Promise<AuditEntry[]> {
  const order = orderBy(newestFirst, backwards)
  const ids = sql`${await idsOf(db, filter, order)} order by ${order} offset ${offset} limit ${limit}`
  const { rows } = await sql<AuditEntry>`
    select l.id, l.at, l.action, l.subject, l.subject_id, l.address, l.before, l.after, l.reason,
           case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as admin,
           case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end as approved_by
      from audit_log l
      left join users u on u.id = l.admin_id
      left join users a on a.id = l.approved_by
     where l.id = any (array(${ids}))
     order by ${orderBy(newestFirst)}`.execute(db)
  return rows
}

const MERGED_MAX = 40 // kinds of act; a filter that leaves more of them soon finds its rows by reading the log

/**
 * The source of a page's ids. A subject or action may have few rows in the log, so each kind of act that the filter
 * leaves is read by its own index, and the database merges them by id.
 */
async function idsOf(db: Db, filter: AuditFilter, order: Sql<unknown>): Promise<Sql<unknown>> {
  const whole = sql`select l.id from audit_log l where ${matching(filter)}`
  if ((!filter.action && !filter.subject) || filter.subjectId !== undefined) return whole
  const kinds = await countedActs(db, filter)
  if (kinds.length === 0 || kinds.length > MERGED_MAX) return whole
  const ofAdmin = filter.admin === undefined ? sql`true` : sql`l.admin_id = ${filter.admin}`
  const ofKinds = kinds.map(
    ({ subject, action }) =>
      sql`(select l.id from audit_log l where l.subject = ${subject} and l.action = ${action} and ${ofAdmin}
            order by ${order})`,
  )
  return sql`select l.id from (${sql.join(ofKinds, sql` union all `)}) as l`
}

/** How many rows the filter finds: of one record counted, which are few; else as they were counted when written. */
export async function countActs(db: Db, filter: AuditFilter): Promise<number> {
  if (filter.subjectId === undefined) return (await countedActs(db, filter)).reduce((sum, row) => sum + row.n, 0)
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from audit_log l where ${matching(filter)}`.execute(db)
  return onlyRow(rows, 'count of acts').n
}

async function countedActs(
  db: Db,
  { subject, admin, action }: AuditFilter,
): Promise<{ subject: string; action: string; n: number }[]> {
  const { rows } = await sql<{ subject: string; action: string; n: number }>`
    select l.subject, l.action, sum(l.n)::integer as n
      from audit_counts l where ${matching({ subject, admin, action })}
     group by l.subject, l.action`.execute(db)
  return rows
}

export type ExportedAct = Omit<AuditEntry, 'admin' | 'approved_by' | 'before' | 'after'> & {
  admin_id: number | null
  admin_name: string | null
  approved_by: string | null
  /** Of a rejection, the usual reason. */
  preset: Reason | null
  before: string | null
  after: string | null
}

/** All entries of a filter, for reading in batches; without ID numbers, not even masked ones. */
export function exportedActs(filter: AuditFilter): Sql<ExportedAct> {
  return sql<ExportedAct>`
    select l.id, l.at, l.admin_id, u.name as admin_name, a.name as approved_by, l.action, l.subject, l.subject_id, l.address, l.reason,
           l.after ->> 'rejection_preset' as preset, (l.before - 'id_number')::text as before, (l.after - 'id_number')::text as after
      from audit_log l
      left join users u on u.id = l.admin_id
      left join users a on a.id = l.approved_by
     where ${matching(filter)}
     order by l.id desc`
}

function matching({ subject, subjectId, admin, action }: AuditFilter): Sql<unknown> {
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
  approved_by: number | null
  hash: Buffer
}

/** The next acts after one, oldest first. */
export async function actsAfter(db: Db, id: number, limit: number): Promise<StoredAct[]> {
  const { rows } = await sql<StoredAct>`
    select id, at, admin_id, action, subject, subject_id, address, before, after, reason, approved_by, hash
      from audit_log
     where id > ${id}
     order by id
     limit ${limit}`.execute(db)
  return rows
}
