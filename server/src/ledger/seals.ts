/**
 * Seals over the ledger: they reveal an edit by hand, even one with triggers off. `npm run verify` names the transfer
 * (docs/decisions/0190-ledger-seals.md).
 */
import { createHash } from 'node:crypto'
import { type Db, transaction, type Tx } from '../platform/database/database.ts'
import type { KeyRing } from '../platform/files/keys.ts'
import { sql } from '../platform/database/sql.ts'
import { StartError } from '../platform/start-error.ts'

const SEAL_LOCK = 7_302_190
const CHUNK = 10_000 // entries of one seal, and those of its last transfer
const DIGEST_BYTES = 16
export const NAMED_MAX = 100
const BEFORE_ALL = -(2n ** 63n)

export type Seal = { through: bigint; sealedAt: Date; head: Buffer }

/**
 * Seals every final transfer, that is, every transfer that `advanceTotals` has added to the kept sums. May be stopped, and run
 * twice or on two machines. Returns the last seal before this run, and the current last one.
 */
export async function sealLedger(db: Db, ring: KeyRing, at: Date): Promise<{ before: Seal | null; now: Seal | null }> {
  const before = await lastSeal(db)
  while (await transaction(db, (tx) => sealNext(tx, ring, at))) continue
  return { before, now: await lastSeal(db) }
}

async function sealNext(tx: Tx, ring: KeyRing, at: Date): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${SEAL_LOCK})`.execute(tx)
  const last = await lastSeal(tx)
  const after = last?.through ?? BEFORE_ALL
  const { rows } = await sql<{ through: bigint }>`
    select least(a.transfers, chunk.through) as through
      from ledger_added a
     cross join lateral (
           select coalesce(
                    (select transfer_id from ledger_entries
                      where transfer_id > ${after} order by transfer_id offset ${CHUNK} limit 1),
                    (select max(id) from ledger_transfers where id <= a.transfers)) as through) as chunk
     where chunk.through > ${after}`.execute(tx)
  const [next] = rows
  if (!next || next.through <= after) return false
  const { through } = next
  const content = packed(await digestsBetween(tx, { after, through }))
  const head = headOf(last?.head ?? null, { through, ...content })
  await sql`
    insert into ledger_seals (through, sealed_at, transfer_ids, digests, head, sealed_head)
    values (${through}, ${at}, ${content.ids}::bigint[], ${content.digests}, ${head},
            ${ring.seal(head, contextOf(through))})`.execute(tx)
  return true
}

/** The newest seal: its head, kept elsewhere, shows later whether the ledger up to it is unchanged. */
export async function lastSeal(db: Db | Tx): Promise<Seal | null> {
  const { rows } = await sql<Seal>`
    select through, sealed_at as "sealedAt", head from ledger_seals order by through desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** A head as text to read and compare: in groups, so the log does not mask it as a token or a personal number. */
export function headText(head: Buffer): string {
  return head.toString('hex').replace(/.{4}(?=.)/g, '$&:')
}

/** A seal as `npm run verify` prints it. */
export type NotedSeal = { through: string; head: string }

/** Parses a head that was noted as `TRANSFER:HEAD`, or as the whole line of `npm run verify`. Throws a StartError for text of another shape. */
export function readHead(noted: string): NotedSeal {
  const [, through, head] =
    /^(?:The ledger is sealed through transfer )?(\d{1,18}):\s*((?:[0-9a-f]{4}:?){16})$/.exec(noted.trim()) ?? []
  if (through === undefined || head === undefined)
    throw new StartError('--since takes the last line of an earlier npm run verify, such as 35:10e8:19d8:…')
  return { through, head }
}

/** What is gone since a head was noted: a sentence each; none if the ledger still has that seal. */
export async function goneSince(db: Db, { through, head }: NotedSeal): Promise<string[]> {
  const { rows } = await sql<{ head: Buffer }>`select head from ledger_seals where through = ${through}`.execute(db)
  if (rows.some((seal) => headText(seal.head) === head)) return []
  const last = await lastSeal(db)
  const { rows: newest } = await sql<{ id: bigint | null }>`
    select max(id) as id from ledger_transfers where id <= ${through}`.execute(db)
  const id = newest[0]?.id ?? 0n
  const gone = [
    `the seal through transfer ${through} that was noted is not in the ledger; its last one is through ${last?.through ?? 'none'}`,
  ]
  if (id < BigInt(through)) gone.push(`the transfers ${id + 1n} to ${through} are gone`)
  else if ((await headAgain(db, BigInt(through))) === head)
    gone.push('the transfers that it sealed are there, unchanged: only the seal is gone')
  else gone.push(`the transfers up to ${through} are others than those that were sealed, or earlier seals are gone too`)
  return gone
}

/** The head that a seal through this transfer would have now, after the last one before it. */
async function headAgain(db: Db, through: bigint): Promise<string> {
  const { rows } = await sql<Seal>`
    select through, head from ledger_seals where through < ${through} order by through desc limit 1`.execute(db)
  const before = rows[0] ?? null
  const content = packed(await digestsBetween(db, { after: before?.through ?? BEFORE_ALL, through }))
  return headText(headOf(before?.head ?? null, { through, ...content }))
}

/** Returns a sentence for each transfer or seal that differs from what was sealed. */
export async function sealsAmiss(db: Db, ring: KeyRing): Promise<string[]> {
  const amiss: string[] = []
  let after = BEFORE_ALL
  let head: Buffer | null = null
  while (amiss.length < NAMED_MAX) {
    const seal = await sealAfter(db, after)
    if (!seal) break
    const { through, ids, digests } = seal
    if (!headOf(head, { through, ids, digests }).equals(seal.head) || !isSealed(ring, seal))
      amiss.push(`the seal of the ledger through transfer ${through} was changed, or one before it is gone`)
    const sealed = unpacked({ ids, digests })
    for (const [id, digest] of await digestsBetween(db, { after, through })) {
      if (sealed.get(id)?.equals(digest) !== true) amiss.push(`transfer ${id} is not what was sealed`)
      sealed.delete(id)
    }
    for (const id of sealed.keys()) amiss.push(`transfer ${id} was sealed and is gone`)
    after = through
    head = seal.head
  }
  return amiss.slice(0, NAMED_MAX)
}

/**
 * What is wrong with a secret that did not make the newest seal, or null: what a program with such a one seals, `verify` and every
 * restore would take for forged, for good.
 */
export async function wrongSealKey(db: Db, ring: KeyRing): Promise<string | null> {
  const { rows } = await sql<{ sealedHead: Buffer }>`
    select sealed_head as "sealedHead" from ledger_seals order by through desc limit 1`.execute(db)
  return rows.every(({ sealedHead }) => ring.has(sealedHead))
    ? null
    : 'The database was sealed with another APP_SECRET. Set that one; if it was replaced on purpose, put it into APP_SECRET_OLD.'
}

/** Reseals the heads with the newest key; returns how many had another. A head that cannot be opened is left for `verify` to name. */
export async function resealLedger(db: Db, ring: KeyRing): Promise<number> {
  let resealed = 0
  for (let seal = await sealAfter(db, BEFORE_ALL); seal; seal = await sealAfter(db, seal.through)) {
    if (ring.isNewest(seal.sealedHead) || !isSealed(ring, seal)) continue
    await sql`
      update ledger_seals set sealed_head = ${ring.seal(seal.head, contextOf(seal.through))}
       where through = ${seal.through}`.execute(db)
    resealed++
  }
  return resealed
}

type Packed = { ids: bigint[]; digests: Buffer }
type StoredSeal = Packed & { through: bigint; head: Buffer; sealedHead: Buffer }

async function sealAfter(db: Db, after: bigint): Promise<StoredSeal | undefined> {
  const { rows } = await sql<StoredSeal>`
    select through, transfer_ids as ids, digests, head, sealed_head as "sealedHead"
      from ledger_seals where through > ${after} order by through limit 1`.execute(db)
  return rows[0]
}

async function digestsBetween(
  db: Db | Tx,
  { after, through }: { after: bigint; through: bigint },
): Promise<Map<bigint, Buffer>> {
  const { rows } = await sql<{ id: bigint; digest: Buffer }>`
    select transfer_id as id, digest from ledger_digests(${after}, ${through})`.execute(db)
  return new Map(rows.map(({ id, digest }) => [id, digest]))
}

function packed(digests: ReadonlyMap<bigint, Buffer>): Packed {
  return { ids: [...digests.keys()], digests: Buffer.concat([...digests.values()]) }
}

function unpacked({ ids, digests }: Packed): Map<bigint, Buffer> {
  return new Map(ids.map((id, n) => [id, digests.subarray(n * DIGEST_BYTES, (n + 1) * DIGEST_BYTES)]))
}

function headOf(before: Buffer | null, { through, ids, digests }: Packed & { through: bigint }): Buffer {
  return createHash('sha256')
    .update(before ?? Buffer.alloc(32))
    .update(`${through} ${ids.join()}\n`)
    .update(digests)
    .digest()
}

function isSealed(ring: KeyRing, { through, head, sealedHead }: StoredSeal): boolean {
  try {
    return ring.open(sealedHead, contextOf(through)).equals(head)
  } catch {
    return false // for another context or key, or changed
  }
}

function contextOf(through: bigint): string {
  return `ledger through ${through}`
}
