import type { Role } from '@bittkosh/contract/roles'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { FILES_LOCK } from '../platform/files/files.ts'
import { sql } from '../platform/database/sql.ts'

/** What a picture belongs to, which decides who else may see it. */
export type Purpose = 'identity' | 'conversation' | 'payee'
export type FileRow = {
  id: string
  owner_id: number
  sealed_key: Buffer
  purpose: Purpose
  /** Whether its account is closed. */
  is_locked: boolean
}

/** Inserts the row of a new file before its bytes are written; false if it would exceed the owner's quota. */
export async function beginFile(
  tx: Tx,
  file: { id: string; owner: number; purpose: Purpose; bytes: number; sealedKey: Buffer; at: Date; quotaBytes: number },
): Promise<boolean> {
  // A user's uploads check the quota one at a time, so that twenty concurrent ones cannot each find space.
  await sql`select pg_advisory_xact_lock(7302050, ${file.owner})`.execute(tx)
  const { rows } = await sql`
    insert into files (id, owner_id, purpose, bytes, sealed_key, state, created_at)
    select ${file.id}, ${file.owner}, ${file.purpose}, ${file.bytes}, ${file.sealedKey}, 'writing', ${file.at}
     where (select coalesce(sum(bytes), 0) from files where owner_id = ${file.owner}) + ${file.bytes} <= ${file.quotaBytes}
    returning id`.execute(tx)
  return rows.length === 1
}

export async function finishFile(db: Db, id: string): Promise<void> {
  await sql`update files set state = 'stored' where id = ${id} and state = 'writing'`.execute(db)
}

/** A complete file and its owner. */
export async function fileById(db: Db | Tx, id: string): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select f.id, f.owner_id, f.sealed_key, f.purpose, u.closed_at is not null as is_locked
      from files f join users u on u.id = f.owner_id
     where f.id = ${id} and f.state in ('stored', 'kept')`.execute(db)
  return rows[0]
}

/** A possible viewer: an active account, with an admin's roles. */
export async function viewerById(db: Db, user: number): Promise<{ id: number; roles: Role[] } | undefined> {
  const { rows } = await sql<{ id: number; roles: Role[] }>`
    select id, roles from users where id = ${user} and is_active and closed_at is null`.execute(db)
  return rows[0]
}

/** Marks unused files as kept; returns the ids of those that were unused. */
export async function markKept(tx: Tx, owner: number, ids: readonly string[], purpose: Purpose): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update files set state = 'kept', purpose = ${purpose}
     where id = any (${ids}::text[]) and owner_id = ${owner} and state = 'stored'
    returning id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Keeps a payee's picture for good, whoever uploaded it; false if it is no payee's picture, or gone. */
export async function markKeptForPayee(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update files set state = 'kept'
     where id = ${id} and purpose = 'payee' and state in ('stored', 'kept')
    returning id`.execute(tx)
  return rows.length === 1
}

/** Releases pictures: they become unreadable at once, and the next purge deletes them. */
export async function dropPictures(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update files set state = 'doomed' where id = any (${ids}::text[])`.execute(tx)
}

/**
 * Marks files that were uploaded before `before` and never used, and returns all files to be deleted. The picture of a
 * payee in an open proposal stays until another admin has decided.
 */
export async function markUnusedForDeletion(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with unused as (
      update files f set state = 'doomed'
       where f.state in ('writing', 'stored') and f.created_at < ${before}
         and not (f.purpose = 'payee' and exists (
                    select from proposals p where p.status = 'open' and strpos(p.acts::text, f.id) > 0))
      returning f.id)
    select id from unused
    union
    select id from files where state = 'doomed'`.execute(db)
  return rows.map((row) => row.id)
}

/** Whether no backup is copying files; if so, none can begin until the transaction ends. */
export async function mayDelete(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${FILES_LOCK}) as free`.execute(tx)
  return onlyRow(rows, 'lock of the files').free
}

export async function forget(tx: Tx, id: string): Promise<void> {
  await sql`delete from files where id = ${id} and state = 'doomed'`.execute(tx)
}

/** A batch of files after `after`, by id, whose keys are to be resealed with the newest key. */
export async function sealedKeys(tx: Tx, after: string, limit: number): Promise<{ id: string; sealed_key: Buffer }[]> {
  const { rows } = await sql<{ id: string; sealed_key: Buffer }>`
    select id, sealed_key from files where id > ${after} order by id limit ${limit} for update`.execute(tx)
  return rows
}

export async function replaceSealedKey(tx: Tx, id: string, sealedKey: Buffer): Promise<void> {
  await sql`update files set sealed_key = ${sealedKey} where id = ${id}`.execute(tx)
}

/** Marks the pictures of a user that no record uses. */
export async function markUnusedOfForDeletion(tx: Tx, owner: number): Promise<void> {
  await sql`update files set state = 'doomed' where owner_id = ${owner} and state in ('writing', 'stored')`.execute(tx)
}
