import type { IdType, KycFlag, KycStatus } from '@bittkosh/contract/kyc'
import type { Db, Tx } from '../platform/database.ts'
import { isUserFound, keptCounts, type Order, orderBy, type Slice } from '../platform/lists.ts'
import { type Sql, sql } from '../platform/sql.ts'

export type KycRow = {
  id: number
  user_id: number
  position: number
  type: IdType
  masked_number: string
  sealed_number: Buffer | null
  pictures: string[]
  status: KycStatus
  rejection_reason: string | null
  rejected_before: number
  submitted_at: Date
  decided_at: Date | null
  decided_by_name: string | null
}

/** The records of users, each user's in order. */
export async function recordsOf(db: Db | Tx, users: readonly number[]): Promise<KycRow[]> {
  const { rows } = await sql<KycRow>`
    select r.id, r.user_id, r.position, r.type, r.masked_number, r.sealed_number, r.pictures, r.status,
           r.rejection_reason, r.rejected_before, r.submitted_at, r.decided_at, a.name as decided_by_name
      from kyc_records r
      left join users a on a.id = r.decided_by
     where r.user_id = any (${users}::integer[])
     order by r.user_id, r.position`.execute(db)
  return rows
}

/** One record, locked until the transaction ends. */
export async function lockRecord(tx: Tx, user: number, position: number): Promise<KycRow | undefined> {
  await sql`select from kyc_records where user_id = ${user} and position = ${position} for update`.execute(tx)
  return (await recordsOf(tx, [user])).find((row) => row.position === position)
}

/** A user's records, locked so that two submissions stand in line. */
export async function lockRecordsOf(tx: Tx, user: number): Promise<KycRow[]> {
  await sql`select pg_advisory_xact_lock(7302051, ${user})`.execute(tx)
  return recordsOf(tx, [user])
}

export async function insertRecord(
  tx: Tx,
  record: {
    user: number
    position: number
    type: IdType
    masked: string
    hash: Buffer
    sealed: Buffer | null
    flags: readonly KycFlag[]
    pictures: readonly string[]
    rejectedBefore: number
    at: Date
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into kyc_records (user_id, position, type, masked_number, number_hash, sealed_number, flags, pictures,
                             rejected_before, submitted_at)
    values (${record.user}, ${record.position}, ${record.type}, ${record.masked}, ${record.hash}, ${record.sealed},
            ${record.flags}, ${record.pictures}, ${record.rejectedBefore}, ${record.at})
    returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

export async function deleteRecords(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from kyc_records where id = any (${ids}::integer[])`.execute(tx)
}

export async function decideRecord(
  tx: Tx,
  decision: { id: number; status: 'approved' | 'rejected'; reason: string | null; admin: number; at: Date },
): Promise<void> {
  await sql`
    update kyc_records
       set status = ${decision.status}, rejection_reason = ${decision.reason}, decided_at = ${decision.at},
           decided_by = ${decision.admin}
     where id = ${decision.id} and status = 'pending'`.execute(tx)
}

export type PendingRow = {
  id: number
  user_id: number
  name: string
  email: string
  phone: string
  registered_at: Date
  position: number
  type: IdType
  masked_number: string
  flags: KycFlag[]
  seen_before: boolean
  pictures: string[]
  rejected_before: number
  submitted_at: Date
}

export type ExportedRecord = Pick<
  PendingRow,
  'id' | 'user_id' | 'name' | 'email' | 'phone' | 'registered_at' | 'type' | 'rejected_before' | 'submitted_at'
>

const queueOrder: Order = [
  ['r.submitted_at', 'asc'],
  ['r.id', 'asc'],
]

const waiting = (search: string | undefined) => sql`
      from kyc_records r
      join users u on u.id = r.user_id
     where r.status = 'pending' and u.closed_at is null and ${search ? isUserFound(search) : sql`true`}`

/** A page of the queue, the longest waiting first; `seen_before`: the number stands on another user's record. */
export async function pendingRecords(
  db: Db,
  { search, offset, limit, backwards }: Slice & { search: string | undefined },
): Promise<PendingRow[]> {
  const { rows } = await sql<PendingRow>`
    select r.id, r.user_id, u.name, u.email, u.phone, u.created_at as registered_at, r.position, r.type,
           r.masked_number, r.flags, r.pictures, r.rejected_before, r.submitted_at,
           exists (select from kyc_records o where o.number_hash = r.number_hash and o.user_id <> r.user_id) as seen_before
      from kyc_records r
      join users u on u.id = r.user_id
     where r.id = any (array(
             select r.id ${waiting(search)}
              order by ${orderBy(queueOrder, backwards)}
             offset ${offset} limit ${limit}))
     order by ${orderBy(queueOrder)}`.execute(db)
  return rows
}

/** The whole queue of a search, for reading in batches; without numbers and pictures. */
export function exportedRecords(search: string | undefined): Sql<ExportedRecord> {
  return sql<ExportedRecord>`
    select r.id, r.user_id, u.name, u.email, u.phone, u.created_at as registered_at, r.type, r.rejected_before,
           r.submitted_at
    ${waiting(search)}
     order by ${orderBy(queueOrder)}`
}

export async function countPending(db: Db, search: string | undefined): Promise<number> {
  if (!search) return (await keptCounts(db, 'kyc_records')).get('pending') ?? 0
  const { rows } = await sql<{ n: bigint }>`select count(*) as n ${waiting(search)}`.execute(db)
  return Number(rows[0]?.n ?? 0n)
}

/** The sealed key that ID numbers are hashed with; the first one stays for good, whoever makes it. */
export async function keptKey(tx: Tx, purpose: string, makeSealed: () => Buffer): Promise<Buffer> {
  const stored = async () => {
    const { rows } = await sql<{ sealed: Buffer }>`select sealed from kept_keys where purpose = ${purpose}`.execute(tx)
    return rows[0]?.sealed
  }
  const known = await stored()
  if (known) return known
  await sql`
    insert into kept_keys (purpose, sealed) values (${purpose}, ${makeSealed()}) on conflict (purpose) do nothing`.execute(
    tx,
  )
  const made = await stored()
  if (!made) throw new Error(`kept key '${purpose}' was not kept`)
  return made
}

export async function replaceKeptKey(tx: Tx, purpose: string, sealed: Buffer): Promise<void> {
  await sql`update kept_keys set sealed = ${sealed} where purpose = ${purpose}`.execute(tx)
}

/** A batch of sealed numbers after `after`, by id: for putting them under the newest key. */
export async function sealedNumbers(
  tx: Tx,
  after: number,
  limit: number,
): Promise<{ id: number; user_id: number; sealed_number: Buffer }[]> {
  const { rows } = await sql<{ id: number; user_id: number; sealed_number: Buffer }>`
    select id, user_id, sealed_number from kyc_records
     where id > ${after} and sealed_number is not null
     order by id limit ${limit} for update`.execute(tx)
  return rows
}

export async function replaceSealedNumber(tx: Tx, id: number, sealed: Buffer): Promise<void> {
  await sql`update kyc_records set sealed_number = ${sealed} where id = ${id}`.execute(tx)
}
