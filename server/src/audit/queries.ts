import type { AuditEntry } from '@bittkosh/contract/audit'
import { mayContain, type Person } from '../platform/personal.ts'
import type { StoredAct } from './chain.ts'
import type { Reason } from '@bittkosh/contract/reasons'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { onDays, type Order, orderBy, type Slice } from '../platform/lists.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

export type AuditFilter = {
  subject?: string | undefined
  subjectId?: number | undefined
  admin?: number | undefined
  /** A prefix of the action. */
  action?: string | undefined
  /** The business days of the acts, both ends included. */
  from?: string | undefined
  to?: string | undefined
}

const newestFirst: Order = [['l.id', 'desc']]

/** A page of a filter, newest first; its ids are looked up first, through an index. */
export async function auditPage(
  db: Db,
  { offset, limit, backwards, ...filter }: AuditFilter & Slice,
): Promise<AuditEntry[]> {
  const order = orderBy(newestFirst, backwards)
  return entriesOf(db, sql`${await idsOf(db, filter, order)} order by ${order} offset ${offset} limit ${limit}`)
}

/** A page of the whole log, newest first, with `before` older entries after it: read from the last mark at or below that. */
export async function auditPageAfter(
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<AuditEntry[]> {
  const mark = sql`from audit_marks where before <= ${before} order by before desc limit 1`
  return entriesOf(
    db,
    sql`
      select id from audit_log
       where id >= (select 1000 * block ${mark})
       order by id
      offset ${before} - (select before ${mark}) limit ${limit}`,
  )
}

async function entriesOf(db: Db, ids: Sql<unknown>): Promise<AuditEntry[]> {
  const { rows } = await sql<AuditEntry>`
    select l.id, l.at, l.action, l.subject, l.subject_id, l.address, l.before, l.after, l.reason,
           ${adminOf(sql`l.admin_id`)} as admin, ${adminOf(sql`l.approved_by`)} as approved_by, l.erased_at is not null as is_erased
      from audit_log l
     where l.id = any (array(${ids}))
     order by ${orderBy(newestFirst)}`.execute(db)
  return rows
}

/** Looked up for each row: if few admins have done everything, the planner would read all users for a join. */
const adminOf = (id: Sql) => sql`(select json_build_object('id', u.id, 'name', u.name) from users u where u.id = ${id})`

const MERGED_MAX = 40 // kinds of act; a filter with more of them soon finds its rows by reading the log

/**
 * The source of a page's ids. A subject or action may have few rows in the log, so each matching kind of act is read
 * through its own index, and the database merges them by id.
 */
async function idsOf(db: Db, filter: AuditFilter, order: Sql<unknown>): Promise<Sql<unknown>> {
  const whole = sql`select l.id from audit_log l where ${matching(filter)}`
  if ((!filter.action && !filter.subject) || isCounted(filter)) return whole
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

/** Rows of one record or of some days are few, so they are counted now; all others were counted when written. */
function isCounted({ subjectId, from, to }: AuditFilter): boolean {
  return subjectId !== undefined || from !== undefined || to !== undefined
}

/** How many rows match the filter. */
export async function countActs(db: Db, filter: AuditFilter): Promise<number> {
  if (!isCounted(filter)) return (await countedActs(db, filter)).reduce((sum, row) => sum + row.n, 0)
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

export type ExportedAct = Omit<AuditEntry, 'admin' | 'approved_by' | 'is_erased'> & {
  admin_id: number | null
  admin_name: string | null
  approved_by: string | null
  /** For a rejection, the usual reason. */
  preset: Reason | null
}

/** All entries of a filter, to be read in batches; without ID numbers, not even masked ones. */
export function exportedActs(filter: AuditFilter): Sql<ExportedAct> {
  return sql<ExportedAct>`
    select l.id, l.at, l.admin_id, u.name as admin_name, a.name as approved_by, l.action, l.subject, l.subject_id, l.address, l.reason,
           l.after ->> 'rejection_preset' as preset, l.before - 'id_number' as before,
           l.after - '{id_number,digests}'::text[] as after
      from audit_log l
      left join users u on u.id = l.admin_id
      left join users a on a.id = l.approved_by
     where ${matching(filter)}
     order by l.id desc`
}

function matching({ subject, subjectId, admin, action, ...days }: AuditFilter): Sql<unknown> {
  const conditions = [
    sql`true`,
    ...(subject === 'user' && subjectId !== undefined
      ? [isAboutUser(subjectId)]
      : [
          ...(subject ? [sql`l.subject = ${subject}`] : []),
          ...(subjectId === undefined ? [] : [sql`l.subject_id = ${subjectId}`]),
        ]),
    ...(admin === undefined ? [] : [sql`l.admin_id = ${admin}`]),
    ...(action ? [sql`starts_with(l.action, ${action})`] : []),
    ...onDays('l.at', days),
  ]
  return sql.join(conditions, sql` and `)
}

/** The acts on an account and on its identity records, which are few: looked up first, each kind through its index. */
function isAboutUser(user: number): Sql<unknown> {
  return sql`
    l.id = any (array(
      select a.id from audit_log a where a.subject = 'user' and a.subject_id = ${user}
       union all
      select a.id
        from kyc_records k
        join audit_log a on a.subject = 'kyc' and a.subject_id = k.id
       where k.user_id = ${user}))`
}

const stored = sql`l.id, l.at, l.admin_id, l.action, l.subject, l.subject_id, l.address, l.before, l.after, l.reason, l.approved_by,
           l.salt, l.erased_at, l.hash`

/** The next acts after one, oldest first. */
export async function actsAfter(db: Db, id: number, limit: number): Promise<StoredAct[]> {
  const { rows } = await sql<StoredAct>`
    select ${stored}
      from audit_log l
     where id > ${id}
     order by id
     limit ${limit}`.execute(db)
  return rows
}

/** The digests that erasing acts have recorded, the latest for each row. */
export async function signedDigests(db: Db | Tx): Promise<Map<number, string>> {
  const { rows } = await sql<{ digests: Record<string, string> }>`
    select after -> 'digests' as digests from audit_log where action = 'audit erased' order by id`.execute(db)
  return new Map(rows.flatMap(({ digests }) => Object.entries(digests).map(([id, digest]) => [Number(id), digest])))
}

const SEARCHED_AT_ONCE = 100_000 // acts, in about a second: a statement ends after eight
const NAMING_FIELDS = ['claimed_by', 'decided_by', 'assigned_to', 'admin']

/**
 * The acts about a person and those that name them, each with the previous hash. A name is taken as this person's only in
 * acts about the person, in admins' searches, and where it names an admin; contacts are looked for everywhere.
 */
export async function actsNaming(
  tx: Tx,
  { id, isAdmin, names, contacts }: Person,
  atOnce = SEARCHED_AT_ONCE,
): Promise<(StoredAct & { is_about: boolean; previous: Buffer | null })[]> {
  const values = sql`concat_ws(' ', l.before::text, l.after::text, l.reason)`
  const isAbout = sql`(
       l.subject = 'user' and l.subject_id = ${id}
    or l.subject = 'deposit' and l.subject_id in (select d.id from deposits d where d.user_id = ${id})
    or l.subject = 'withdrawal' and l.subject_id in (select w.id from withdrawals w where w.user_id = ${id})
    or l.subject = 'kyc' and coalesce(l.after ->> 'user', l.before ->> 'user') = ${String(id)}
    or l.subject = 'notification' and l.after ->> 'user_id' = ${String(id)}
    or l.subject = 'proposal' and l.subject_id in (
         select p.id from proposals p where p.user_id = ${id} or p.subject = 'user' and p.subject_id = ${id}))`
  const namesAdmin = sql.join(
    NAMING_FIELDS.map((field) => sql`l.before ->> ${field} = any (${names}) or l.after ->> ${field} = any (${names})`),
    sql` or `,
  )
  const { rows: ends } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from audit_log`.execute(tx)
  const { last } = onlyRow(ends, 'the end of the audit log')
  const found: (StoredAct & { is_about: boolean; previous: Buffer | null })[] = []
  for (let from = 0; from < last; from += atOnce) {
    const { rows } = await sql<(typeof found)[number]>`
      select ${stored}, ${isAbout} as is_about,
             (select p.hash from audit_log p where p.id < l.id order by p.id desc limit 1) as previous
        from audit_log l
       where l.id > ${from} and l.id <= ${from + atOnce}
         and (${isAbout}
              or starts_with(l.action, 'exported ') and l.after ? 'search'
              or ${mayContain(values, contacts)}
              ${isAdmin ? sql`or ${namesAdmin}` : sql``})
       order by l.id`.execute(tx)
    found.push(...rows)
  }
  return found
}

/** Names and contacts that an account had before admins changed them. */
export async function formerDetails(tx: Tx, user: number): Promise<{ names: string[]; contacts: string[] }> {
  const { rows } = await sql<{ names: string[]; contacts: string[] }>`
    select coalesce(array_agg(distinct v.value ->> 'name') filter (where v.value ->> 'name' is not null), '{}') as names,
           coalesce(array_agg(distinct c.value) filter (where c.value is not null), '{}') as contacts
      from audit_log l
     cross join lateral (values (l.before), (l.after)) as v (value)
     cross join lateral (values (v.value ->> 'email'), (v.value ->> 'phone')) as c (value)
     where l.subject = 'user' and l.subject_id = ${user}
       and l.action in ('user edited', 'admin created') and v.value is not null`.execute(tx)
  return onlyRow(rows, `former details of user ${user}`)
}

/** Writes the remaining values of rows; the table's trigger permits nothing else. */
export async function keepValues(tx: Tx, acts: readonly StoredAct[]): Promise<void> {
  if (acts.length === 0) return
  await sql`select set_config('bittkosh.erasing', 'on', true)`.execute(tx)
  await sql`
    update audit_log l
       set before = a.before, after = a.after, reason = a.reason, address = a.address, salt = null, erased_at = a.erased_at
      from unnest(
             ${acts.map(({ id }) => id)}::integer[],
             ${acts.map(({ before }) => before && JSON.stringify(before))}::jsonb[],
             ${acts.map(({ after }) => after && JSON.stringify(after))}::jsonb[],
             ${acts.map(({ reason }) => reason)}::text[],
             ${acts.map(({ address }) => address)}::text[],
             ${acts.map(({ erased_at }) => erased_at)}::timestamptz[])
           as a (id, before, after, reason, address, erased_at)
     where l.id = a.id`.execute(tx)
  await sql`select set_config('bittkosh.erasing', 'off', true)`.execute(tx)
}
