import type { IdType, KycFlag, KycStatus } from '@bittkosh/contract/kyc'
import type { Language } from '@bittkosh/contract/language'
import type { Marks } from '@bittkosh/contract/marks'
import type { KycReason } from '@bittkosh/contract/reasons'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { isSeenElsewhere, ownerColumns, type OwnerRow } from '../requests/ownerFacts.ts'
import { hasOutcome, requestTable } from '../requests/table.ts'
import type { StateRecord } from './rules.ts'

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
  /** When an approval was revoked; unless the record is approved now, none has been given since. */
  revoked_at: Date | null
  /** The consent that the owner gave with it; null if none was sent. */
  consent_version: number | null
  consent_language: Language | null
  consent_at: Date | null
  /** The last day on which a closed account's record is kept. */
  locked_until: string | null
  lock_reason: 'account_closed' | null
}

const columns = sql`r.id, r.user_id, r.position, r.type, r.masked_number, r.sealed_number, r.flags, r.pictures, r.status,
           r.rejection_preset, r.rejection_reason, r.rejected_before, r.submitted_at, r.decided_at, r.decided_by, r.revoked_at,
           r.locked_until, r.lock_reason, r.consent_version, r.consent_language, r.consent_at`

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

/** The masked number of a person's approved PAN card; null if there is none, or if the account is closed and it is locked. */
export async function maskedPan(db: Db, user: number): Promise<string | null> {
  const { rows } = await sql<{ masked_number: string }>`
    select masked_number
      from kyc_records
     where user_id = ${user} and type = 'pan' and locked_until is null and ${hasOutcome('status', 'granted')}`.execute(
    db,
  )
  return rows[0]?.masked_number ?? null
}

/** One record, locked until the transaction ends. */
export async function lockRecord(tx: Tx, user: number, position: number): Promise<KycRow | undefined> {
  return kycRecords.lock(tx, sql`r.user_id = ${user} and r.position = ${position}`)
}

/** The records that decide whether a user's money may leave, locked until the transaction ends. */
export async function holdStates(tx: Tx, user: number): Promise<StateRecord[]> {
  const { rows } = await statesHeld(user).execute(tx)
  return rows
}

/** The same for several users, as a part of `lockInOrder`. */
export function statesHeld(...users: readonly number[]): Sql<StateRecord> {
  return sql`
    select position, status, revoked_at from kyc_records
     where user_id ${sql.among(users)} order by user_id, position for share`
}

/** The same as a list, for a statement that gathers the facts of a use case. */
export function statesOf(user: number | Sql): Sql {
  return sql`
    (select coalesce(json_agg(json_build_object('position', k.position, 'status', k.status, 'revoked_at', k.revoked_at)
                              order by k.position), '[]')
       from kyc_records k where k.user_id = ${user})`
}

/** A user's records, locked so that two submissions are serialised. */
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
    /** That of the record that it replaces. */
    revokedAt: Date | null
    consent: { version: number; language: Language } | undefined
    at: Date
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into kyc_records (user_id, position, type, masked_number, number_hash, sealed_number, flags, pictures,
                             rejected_before, revoked_at, consent_version, consent_language, consent_at, submitted_at)
    values (${record.user}, ${record.position}, ${record.type}, ${record.masked}, ${record.hash}, ${record.sealed},
            ${record.flags}, ${record.pictures}, ${record.rejectedBefore}, ${record.revokedAt}, ${record.consent?.version ?? null},
            ${record.consent?.language ?? null}, ${record.consent ? record.at : null}, ${record.at})
    returning id`.execute(tx)
  return onlyRow(rows, 'a record').id
}

export async function closeRecords(tx: Tx, user: number, until: string): Promise<void> {
  await sql`
    update kyc_records set locked_until = ${until}, lock_reason = 'account_closed' where user_id = ${user}`.execute(tx)
}

/** Some records whose retention ended before `today`, oldest first. */
export async function recordsPastLock(
  tx: Tx,
  { today, limit }: { today: string; limit: number },
): Promise<Pick<KycRow, 'id' | 'user_id' | 'pictures'>[]> {
  const { rows } = await sql<Pick<KycRow, 'id' | 'user_id' | 'pictures'>>`
    select id, user_id, pictures from kyc_records
     where locked_until < ${today}
     order by locked_until, id
     limit ${limit} for update skip locked`.execute(tx)
  return rows
}

/** Records permanently that an account had shown a number: this finds the person again when the record is gone. */
export async function keepNumbers(tx: Tx, numbers: readonly { user: number; hash: Buffer }[]): Promise<void> {
  await sql`
    insert into id_numbers (user_id, number_hash)
    select user_id, number_hash
      from unnest(${numbers.map(({ user }) => user)}::integer[], ${numbers.map(({ hash }) => hash)}::bytea[])
           as n (user_id, number_hash)
    on conflict do nothing`.execute(tx)
}

/** Binds a number's welcome bonus to the record's account for ever, if it got one and no other account has the number's. */
export async function welcomeNumbers(tx: Tx, records: readonly number[]): Promise<void> {
  await sql`
    insert into welcomed_numbers (number_hash, user_id)
    select k.number_hash, k.user_id
      from kyc_records k
      join ledger_transfers t on t.subject = 'user' and t.subject_id = k.user_id and t.event = 'welcomed'
     where k.id = any (${records}::integer[])
    on conflict do nothing`.execute(tx)
}

/**
 * Whether a user's first record is approved: a condition of the referral reward and the welcome bonus. Whether money
 * may leave also depends on later revocations: `kycState`.
 */
export async function kycApproved(db: Db | Tx, user: number): Promise<boolean> {
  const { rows } = await sql`
    select from kyc_records where user_id = ${user} and position = 0 and ${hasOutcome('status', 'granted')}`.execute(db)
  return rows.length > 0
}

export async function deleteRecords(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from kyc_records where id = any (${ids}::integer[])`.execute(tx)
}

// An account with a waiting record cannot be closed, so its contacts exist.
type OpenOwner = OwnerRow & { email: string; phone: string }
export type WaitingRow = KycRow & OpenOwner & { marks: Marks; seen_before: boolean }
export type ExportedRecord = Pick<KycRow, 'id' | 'user_id' | 'type' | 'rejected_before' | 'submitted_at'> & OpenOwner

/** `seen_before`: another user's record has the same number. */
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

/** The sealed key for the hashes of ID numbers; the first one is kept for ever. */
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

/** A batch of sealed numbers after `after`, by id, to be resealed with the newest key. */
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
