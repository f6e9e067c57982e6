import type { IdType, KycFlag, KycStatus } from '@bittkosh/contract/kyc'
import type { Marks } from '@bittkosh/contract/marks'
import type { KycReason } from '@bittkosh/contract/reasons'
import type { Db, Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { isSeenElsewhere, ownerColumns, type OwnerRow, requestTable } from '../requests/table.ts'

export type KycRow = {
  id: number
  user_id: number
  position: number
  type: IdType
  masked_number: string
  sealed_number: Buffer | null
  flags: KycFlag[]
  pictures: string[]
  status: KycStatus
  rejection_preset: KycReason | null
  rejection_reason: string | null
  rejected_before: number
  submitted_at: Date
  decided_at: Date | null
  decided_by: number | null
}

const columns = sql`r.id, r.user_id, r.position, r.type, r.masked_number, r.sealed_number, r.flags, r.pictures, r.status,
           r.rejection_preset, r.rejection_reason, r.rejected_before, r.submitted_at, r.decided_at, r.decided_by`

/** The records of users, each user's in order. */
export async function recordsOf(
  db: Db | Tx,
  users: readonly number[],
): Promise<(KycRow & { decided_by_name: string | null })[]> {
  const { rows } = await sql<KycRow & { decided_by_name: string | null }>`
    select ${columns}, a.name as decided_by_name
      from kyc_records r
      left join users a on a.id = r.decided_by
     where r.user_id = any (${users}::integer[])
     order by r.user_id, r.position`.execute(db)
  return rows
}

/** One record, locked until the transaction ends. */
export async function lockRecord(tx: Tx, user: number, position: number): Promise<KycRow | undefined> {
  return kycRecords.lock(tx, sql`r.user_id = ${user} and r.position = ${position}`)
}

/** A user's records, locked so that two submissions stand in line. */
export async function lockRecordsOf(tx: Tx, user: number): ReturnType<typeof recordsOf> {
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

// Nobody closes an account while a record of it waits, so its contacts are there.
type OpenOwner = OwnerRow & { email: string; phone: string }
export type WaitingRow = KycRow & OpenOwner & { marks: Marks; seen_before: boolean }
export type ExportedRecord = Pick<KycRow, 'id' | 'user_id' | 'type' | 'rejected_before' | 'submitted_at'> & OpenOwner

/** `seen_before`: the number stands on another user's record. */
export const kycRecords = requestTable<'kyc', KycRow, WaitingRow, ExportedRecord>({
  kind: 'kyc',
  table: 'kyc_records',
  update: sql`update kyc_records r`,
  alias: 'r',
  at: 'submitted_at',
  isNumbered: false,
  columns,
  adminColumns: sql`${columns}, ${ownerColumns}, ${isSeenElsewhere('kyc_records', 'r', 'number_hash')} as seen_before`,
  exportColumns: sql`r.id, r.user_id, r.type, r.rejected_before, r.submitted_at, ${ownerColumns}`,
})

/** The sealed key that ID numbers are hashed with; the first one is kept for ever. */
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
