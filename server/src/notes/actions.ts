/** What notes offer to other rooms: the marks of their rows, and erasure with an account. */
import type { NotedKind } from '@bittkosh/contract/notes'
import type { Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { mayContain, type Person, withoutNames } from '../platform/personal.ts'

/** The column `marks` of a statement, given the names of its columns with the record and its person. */
export function marksOf({ kind, id, user }: { kind: NotedKind; id: string; user: string }): Sql<unknown> {
  const [record, person] = [sql.ref(id), sql.ref(user)]
  return sql`jsonb_build_object(
             'flags', array(select distinct f.kind from flags f
                             where f.user_id = ${person}
                               and (f.subject = 'user' or f.subject = ${sql.lit(kind)} and f.subject_id = ${record})),
             'assigned_to', (select jsonb_build_object('id', t.id, 'name', t.name)
                               from assignments n join users t on t.id = n.assigned_to
                              where n.subject = ${sql.lit(kind)} and n.subject_id = ${record})) as marks`
}

/** The condition that a record or its person has a flag. */
export function isFlagged({ kind, id, user }: { kind: NotedKind; id: string; user: string }): Sql<boolean> {
  return sql<boolean>`(${sql.ref(user)} in (select user_id from flags where subject = 'user')
    or ${sql.ref(id)} in (select subject_id from flags where subject = ${sql.lit(kind)}))`
}

/**
 * Erases the notes on a person and their records, and the person's contacts from notes on others. Records assigned to
 * an admin who is erased are unassigned.
 */
export async function eraseNotes(tx: Tx, person: Person): Promise<void> {
  const { id: user, contacts } = person
  await sql`
    with no_notes as (delete from notes where user_id = ${user}),
    no_flags as (delete from flags where user_id = ${user})
    delete from assignments where user_id = ${user} or assigned_to = ${user}`.execute(tx)
  const { rows } = await sql<{ id: number; text: string }>`
    select id, text from notes where ${mayContain(sql`text`, contacts)}`.execute(tx)
  const left = rows.map(({ text }) => withoutNames(text, { names: [], contacts }))
  await sql`
    update notes n set text = s.text
      from unnest(${rows.map(({ id }) => id)}::integer[], ${left}::text[]) as s (id, text)
     where n.id = s.id`.execute(tx)
}
