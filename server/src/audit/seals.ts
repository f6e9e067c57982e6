/**
 * Seals over the audit log: its chain shows a row that was edited, but whoever can write the database could hash all later rows
 * anew. A sealed row cannot be replaced without the key (docs/decisions/0190-ledger-seals.md).
 */
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { KeyRing } from '../platform/files/keys.ts'

const NAMED_MAX = 100

type Head = { through: number; hash: Buffer; sealedAt: Date }

/** Seals the newest row, whose hash stands for all before it. Returns the last seal before this run, and the current last one. */
export async function sealAuditLog(
  db: Db,
  ring: KeyRing,
  at: Date,
): Promise<{ before: Head | null; now: Head | null }> {
  const before = await lastSeal(db)
  const { rows } = await sql<Omit<Head, 'sealedAt'>>`
    select id as through, hash from audit_log where id > ${before?.through ?? 0} order by id desc limit 1`.execute(db)
  for (const head of rows)
    await sql`
      insert into audit_seals (through, sealed_at, hash, sealed_hash)
      values (${head.through}, ${at}, ${head.hash}, ${ring.seal(head.hash, contextOf(head))})
      on conflict do nothing`.execute(db)
  return { before, now: await lastSeal(db) }
}

async function lastSeal(db: Db): Promise<Head | null> {
  const { rows } = await sql<Head>`
    select through, hash, sealed_at as "sealedAt" from audit_seals order by through desc limit 1`.execute(db)
  return rows[0] ?? null
}

type Seal = Pick<Head, 'through' | 'hash'> & { sealedHash: Buffer }

/** Returns a sentence for each sealed row that is gone or another one, and for each seal without the key. */
export async function auditSealsAmiss(db: Db, ring: KeyRing): Promise<string[]> {
  const { rows } = await sql<Seal & { found: Buffer | null }>`
    select s.through, s.hash, s.sealed_hash as "sealedHash", a.hash as found
      from audit_seals s left join audit_log a on a.id = s.through order by s.through`.execute(db)
  const amiss = rows.flatMap(({ found, ...seal }) => {
    if (!isSealed(ring, seal)) return [`the seal of the audit log through row ${seal.through} was changed`]
    if (found === null) return [`audit row ${seal.through} was sealed and is gone`]
    return found.equals(seal.hash) ? [] : [`audit row ${seal.through} is not what was sealed, or one before it`]
  })
  return amiss.slice(0, NAMED_MAX)
}

/** Reseals with the newest key; returns how many had another. A seal that cannot be opened is left for `verify` to name. */
export async function resealAuditLog(db: Db, ring: KeyRing): Promise<number> {
  const { rows } = await sql<Seal>`
    select through, hash, sealed_hash as "sealedHash" from audit_seals order by through`.execute(db)
  const old = rows.filter((seal) => !ring.isNewest(seal.sealedHash) && isSealed(ring, seal))
  for (const seal of old)
    await sql`
      update audit_seals set sealed_hash = ${ring.seal(seal.hash, contextOf(seal))} where through = ${seal.through}`.execute(
      db,
    )
  return old.length
}

function isSealed(ring: KeyRing, seal: Seal): boolean {
  try {
    return ring.open(seal.sealedHash, contextOf(seal)).equals(seal.hash)
  } catch {
    return false // for another context or key, or changed
  }
}

function contextOf({ through }: Pick<Head, 'through'>): string {
  return `audit ${through}`
}
