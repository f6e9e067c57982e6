import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

export type TrustedDate = {
  trustedAt: Date
  /** The moment of a machine that is too far ahead; null once a machine that starts, or that was in doubt, is right. */
  doubtedAt: Date | null
  /** The same while a machine reports it every ten seconds; null ten minutes after the last report, and then nobody is asked. */
  askedAt: Date | null
  /** The clock of the database's machine. */
  databaseAt: Date
}

const standing = sql`
  select trusted_at as "trustedAt", doubted_at as "doubtedAt", clock_timestamp() as "databaseAt",
         case when coalesce(doubted_seen_at > clock_timestamp() - interval '10 minutes', true) then doubted_at end as "askedAt"
    from trusted_date`

/** Undefined until a process has first looked at its clock. */
export async function readTrustedDate(db: Db | Tx): Promise<TrustedDate | undefined> {
  const { rows } = await sql<TrustedDate>`${standing}`.execute(db)
  return rows[0]
}

/** The same, locked until the transaction ends. */
export async function lockTrustedDate(tx: Tx): Promise<TrustedDate | undefined> {
  const { rows } = await sql<TrustedDate>`${standing} for update`.execute(tx)
  return rows[0]
}

/** Trusts the very first moment; of two processes one is first. */
export async function beginTrusting(tx: Tx, at: Date): Promise<void> {
  await sql`insert into trusted_date (trusted_at) values (${at}) on conflict do nothing`.execute(tx)
}

/**
 * Records the moment of a machine, and returns what is trusted now: a machine behind the database's does not set the date
 * back, or all others would be too far ahead.
 */
export async function trustDate(tx: Tx, at: Date, { endsDoubt }: { endsDoubt: boolean }): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    update trusted_date
       set trusted_at = greatest(${at}, least(trusted_at, clock_timestamp())),
           doubted_at = case when ${endsDoubt} then null else doubted_at end
    returning trusted_at as at`.execute(tx)
  return onlyRow(rows, 'trusted date').at
}

export async function doubtDate(tx: Tx, at: Date): Promise<void> {
  await sql`update trusted_date set doubted_at = ${at}, doubted_seen_at = clock_timestamp()`.execute(tx)
}
