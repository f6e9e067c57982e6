import type { FlagKind } from '@bittkosh/contract/marks'
import type { InternalNote, NotedKind, NoteMarks } from '@bittkosh/contract/notes'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

/** What a note is about: a record, and its owner. */
export type NoteSubject = { subject: NotedKind; id: number; user: number }
export type Author = { admin: number; at: Date }

const tables: Record<NotedKind, Sql<unknown>> = {
  user: sql`(select id, id as user_id from users)`,
  deposit: sql`deposits`,
  withdrawal: sql`withdrawals`,
  kyc: sql`kyc_records`,
}

/** A record's owner, and whether that account is closed; undefined if there is no such record. */
export async function ownerOf(
  db: Db,
  { subject, id }: { subject: NotedKind; id: number },
): Promise<{ user: number; isClosed: boolean } | undefined> {
  const { rows } = await sql<{ user: number; isClosed: boolean }>`
    select u.id as "user", u.closed_at is not null as "isClosed"
      from ${tables[subject]} r
      join users u on u.id = r.user_id
     where r.id = ${id}`.execute(db)
  return rows[0]
}

/** The owner of a record, whose account is open and stays open until the transaction ends. */
export async function holdOwner(
  tx: Tx,
  { subject, id }: { subject: NotedKind; id: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select u.id
      from users u
     where u.id = (select r.user_id from ${tables[subject]} r where r.id = ${id}) and u.closed_at is null
       for key share`.execute(tx)
  return rows[0]?.id
}

// A person's page shows everything about them; a record shows what is about itself or about its person.
function isAbout(alias: string, { subject, id, user }: NoteSubject): Sql<unknown> {
  const ofUser = sql`${sql.ref(`${alias}.user_id`)} = ${user}`
  if (subject === 'user') return ofUser
  const [kind, one] = [sql.ref(`${alias}.subject`), sql.ref(`${alias}.subject_id`)]
  return sql`${ofUser} and (${kind} = 'user' or ${kind} = ${subject} and ${one} = ${id})`
}

const noteColumns = sql`n.id, n.subject, n.subject_id, n.text, a.name as by, n.created_at`

/** A page of notes, newest first. */
export async function notesAbout(
  db: Db,
  about: NoteSubject,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<InternalNote[]> {
  const { rows } = await sql<InternalNote>`
    select ${noteColumns}
      from notes n
      join users a on a.id = n.admin_id
     where ${isAbout('n', about)} ${before === undefined ? sql`` : sql`and n.id < ${before}`}
     order by n.id desc
     limit ${limit}`.execute(db)
  return rows
}

/** The flags, oldest first, and the admin to whom the record is assigned. */
export async function marksAbout(db: Db | Tx, about: NoteSubject): Promise<NoteMarks> {
  const { rows: flags } = await sql<NoteMarks['flags'][number]>`
    select f.kind, f.subject, f.subject_id, a.name as by, f.created_at
      from flags f
      join users a on a.id = f.admin_id
     where ${isAbout('f', about)}
     order by f.created_at, f.kind, f.subject_id`.execute(db)
  const { rows } = await sql<{ id: number; name: string; by: string; at: Date }>`
    select t.id, t.name, a.name as by, n.created_at as at
      from assignments n
      join users t on t.id = n.assigned_to
      join users a on a.id = n.admin_id
     where n.subject = ${about.subject} and n.subject_id = ${about.id}`.execute(db)
  const [found] = rows
  return { flags, assigned: found ? { to: { id: found.id, name: found.name }, by: found.by, at: found.at } : null }
}

export async function insertNote(
  tx: Tx,
  { subject, id, user }: NoteSubject,
  { text, admin, at }: Author & { text: string },
) {
  const { rows } = await sql<InternalNote>`
    with n as (
      insert into notes (subject, subject_id, user_id, text, admin_id, created_at)
      values (${subject}, ${id}, ${user}, ${text}, ${admin}, ${at})
      returning *)
    select ${noteColumns} from n join users a on a.id = n.admin_id`.execute(tx)
  return onlyRow(rows, 'a note')
}

/** Sets or removes a flag; false if nothing changed. */
export async function setFlag(
  tx: Tx,
  { subject, id, user }: NoteSubject,
  { kind, isSet, admin, at }: Author & { kind: FlagKind; isSet: boolean },
): Promise<boolean> {
  const change = isSet
    ? sql`insert into flags (subject, subject_id, kind, user_id, admin_id, created_at)
          values (${subject}, ${id}, ${kind}, ${user}, ${admin}, ${at})
          on conflict do nothing returning kind`
    : sql`delete from flags where subject = ${subject} and subject_id = ${id} and kind = ${kind} returning kind`
  const { rows } = await change.execute(tx)
  return rows.length > 0
}

/** Whether this is an active admin, to whom a record can be assigned; stays one until the transaction ends. */
export async function holdAdmin(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${id} and role = 'admin' and is_active and closed_at is null for share`.execute(tx)
  return rows.length > 0
}

/** Assigns a record to an admin, or with null to nobody. */
export async function assign(
  tx: Tx,
  { subject, id, user }: NoteSubject,
  { to, admin, at }: Author & { to: number | null },
) {
  if (to === null) {
    await sql`delete from assignments where subject = ${subject} and subject_id = ${id}`.execute(tx)
    return
  }
  await sql`
    insert into assignments (subject, subject_id, user_id, assigned_to, admin_id, created_at)
    values (${subject}, ${id}, ${user}, ${to}, ${admin}, ${at})
    on conflict (subject, subject_id) do update
       set assigned_to = excluded.assigned_to, admin_id = excluded.admin_id, created_at = excluded.created_at`.execute(
    tx,
  )
}
