/**
 * Notices commits that were acknowledged and are gone: after a restored snapshot, a promoted standby that lacked them, or
 * a former leader that came back. Each process keeps the last transfers and the seal that it has seen committed, and
 * looks for them again (docs/operations.md#lost-commits).
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { replaceDurably } from '../platform/files/durable.ts'
import { sql } from '../platform/database/sql.ts'
import { codeOf } from '../platform/start-error.ts'
import type { Cause } from '@bittkosh/contract/movements'
import { headText, lastSeal } from './seals.ts'

const KEPT_MAX = 64 // more than the commits in progress at once: ids are assigned before their commits

/** What identifies a transfer: after a loss, its id alone may be assigned to another one. */
type Seen = { id: number; mark: string }
type Kept = {
  /** The database that they belong to: another one has other transfers. */
  place: string
  /** Grows when a standby is promoted or a copy is recovered; null if the engine does not report it. */
  timeline: number | null
  transfers: Seen[]
  seal: { through: number; head: string } | null
}
type State = { kept: Kept | null; posted: Seen[]; loss: number | null; isShort: boolean }

const states = new WeakMap<object, State>()
function stateOf(db: object): State {
  const state = states.get(db) ?? { kept: null, posted: [], loss: null, isShort: false }
  states.set(db, state)
  return state
}

/** Notes transfers whose transaction has committed. */
export function acknowledge(db: object, at: Date, posted: readonly { id: bigint; cause: Cause }[]): void {
  const state = stateOf(db)
  const seen = posted.map(({ id, cause }) => ({ id: Number(id), mark: markOf({ ...cause, at }) }))
  state.posted = [...state.posted, ...seen].slice(-KEPT_MAX)
}

function markOf({ subject, subjectId, event, day, at }: Cause & { at: Date }): string {
  return [subject, subjectId, event, day ?? '-', at.toISOString()].join(' ')
}

export type Loss = { id: number; noticedAt: Date; missing: string[] }

/**
 * Looks for everything that this process has kept, and then keeps what is newest. Returns what is missing, one line each;
 * the first time, `store` stores it and returns its id. A confirmed loss is forgotten.
 */
export async function checkAcknowledged(
  { db, config }: { db: Db; config: Pick<Config, 'dataDir'> },
  store: (missing: string[]) => Promise<number>,
): Promise<{ missing: string[]; wasPromoted: boolean }> {
  const state = stateOf(db)
  const here = await placeOf(db)
  const before = state.kept ?? (await readKept(config))
  const kept = before?.place === here.place ? before : null
  const posted = state.posted
  const transfers = [...(kept?.transfers ?? []), ...posted]
  const missing = await missingOf(db, { transfers, seal: kept?.seal ?? null })
  const wasPromoted = kept !== null && kept.timeline !== here.timeline
  if (missing.length > 0 && !(await wasConfirmed(db, state.loss))) {
    if (state.loss === null) state.loss = await store(missing)
    return { missing, wasPromoted }
  }
  state.loss = null
  state.posted = state.posted.filter((each) => !posted.includes(each))
  state.kept = { ...here, ...(await newestOf(db)) }
  if (JSON.stringify(state.kept) !== JSON.stringify(before)) await keep(config, state.kept)
  return { missing: [], wasPromoted }
}

/**
 * What a folder has kept and the database lacks, one line each, without what a confirmed loss names: another folder's
 * program may have kept the same. Changes nothing.
 */
export async function unconfirmedOf({ db, config }: { db: Db; config: Pick<Config, 'dataDir'> }): Promise<string[]> {
  const kept = await readKept(config)
  if (kept === null || kept.place !== (await placeOf(db)).place) return []
  const { rows } = await sql<{ line: string }>`
    select unnest(missing) as line from ledger_losses where confirmed_at is not null`.execute(db)
  const confirmed = new Set(rows.map(({ line }) => line))
  return (await missingOf(db, kept)).filter((line) => !confirmed.has(line))
}

/** Losses that no operator has confirmed: while there is one, no process is ready. */
export async function openLosses(db: Db): Promise<Loss[]> {
  const { rows } = await sql<Loss>`
    select id, noticed_at as "noticedAt", missing from ledger_losses where confirmed_at is null order by id`.execute(db)
  return rows
}

/**
 * Stores what is missing; if another process was first, adds to its loss what that one did not know. Returns the open
 * loss, and whether this call opened it.
 */
export async function storeLoss(tx: Tx, at: Date, missing: readonly string[]): Promise<{ id: number; isNew: boolean }> {
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    insert into ledger_losses as loss (noticed_at, missing) values (${at}, ${missing}::text[])
    on conflict ((true)) where confirmed_at is null do update
       set missing = loss.missing || array(select line from unnest(excluded.missing) as line
                                            where line <> all (loss.missing))
    returning id, xmax = 0 as "isNew" -- of a row that was updated, xmax is this transaction
    `.execute(tx)
  return onlyRow(rows, 'the loss that is open')
}

/** Looks for open losses, whoever noticed them, so that `lacksCommits` knows. */
export async function noteOpenLosses(db: Db): Promise<void> {
  stateOf(db).isShort = (await openLosses(db)).length > 0
}

/** Whether a loss was open when this process last looked: people's calls that change something wait for the operator. */
export function lacksCommits(db: object): boolean {
  return stateOf(db).isShort
}

/** Confirms the open losses: from then on, the processes accept the ledger as it is. */
export async function confirmLosses(db: Db, at: Date): Promise<void> {
  await sql`update ledger_losses set confirmed_at = ${at} where confirmed_at is null`.execute(db)
}

/** Forgets what was kept, because the database was restored on purpose. */
export async function forgetAcknowledged(config: Pick<Config, 'dataDir'>): Promise<void> {
  await keep(config, { place: '', timeline: null, transfers: [], seal: null })
}

async function wasConfirmed(db: Db, loss: number | null): Promise<boolean> {
  if (loss === null) return false
  const { rows } = await sql`
    select from ledger_losses where id = ${loss} and confirmed_at is not null`.execute(db)
  return rows.length > 0
}

async function missingOf(db: Db, { transfers, seal }: Pick<Kept, 'transfers' | 'seal'>): Promise<string[]> {
  const { rows } = await sql<Found>`
    select id::integer as id, subject, subject_id as "subjectId", event, day, at
      from ledger_transfers where id = any (${transfers.map(({ id }) => id)}::bigint[])`.execute(db)
  const found = new Map(rows.map((row) => [row.id, markOf(row)]))
  const gone = transfers.filter(({ id, mark }) => found.get(id) !== mark)
  const missing = [...new Set(gone.map(({ id, mark }) => `transfer ${id} (${mark})`))]
  if (seal === null) return missing
  const { rows: seals } = await sql<{ head: Buffer }>`
    select head from ledger_seals where through = ${seal.through}`.execute(db)
  const isThere = seals.some(({ head }) => headText(head) === seal.head)
  return isThere ? missing : [...missing, `the seal through transfer ${seal.through} (${seal.head})`]
}

type Found = Cause & { id: number; at: Date; day: string }

async function newestOf(db: Db): Promise<Pick<Kept, 'transfers' | 'seal'>> {
  const { rows } = await sql<Found>`
    select id::integer as id, subject, subject_id as "subjectId", event, day, at
      from ledger_transfers order by id desc limit ${KEPT_MAX}`.execute(db)
  const transfers = rows.map((row) => ({ id: row.id, mark: markOf(row) })).toReversed()
  const seal = await lastSeal(db)
  return { transfers, seal: seal && { through: Number(seal.through), head: headText(seal.head) } }
}

/** A restored copy has the same place, and another timeline only if it was promoted. */
async function placeOf(db: Db): Promise<Pick<Kept, 'place' | 'timeline'>> {
  const { rows } = await sql<{ oid: string }>`
    select oid::text as oid from pg_database where datname = current_database()`.execute(db)
  const { oid } = onlyRow(rows, 'this database')
  try {
    const { rows: control } = await sql<{ system: string; timeline: number }>`
      select s.system_identifier::text as system, c.timeline_id as timeline
        from pg_control_system() s, pg_control_checkpoint() c`.execute(db)
    const { system, timeline } = onlyRow(control, 'control data of the database')
    return { place: `${system} ${oid}`, timeline }
  } catch (error) {
    // 42883: another engine has no such functions; 42501: this role may not call them
    if (!['42883', '42501'].includes(codeOf(error) ?? '')) throw error
    return { place: oid, timeline: null }
  }
}

const fileOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'acknowledged.json')

async function readKept(config: Pick<Config, 'dataDir'>): Promise<Kept | null> {
  const file = fileOf(config)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null // a first start
    throw error
  })
  if (text === null) return null
  try {
    return JSON.parse(text) // written by `keep`
  } catch (error) {
    throw new Error(`${file} is damaged and cannot tell which commits are gone: delete it to go on`, { cause: error })
  }
}

async function keep(config: Pick<Config, 'dataDir'>, kept: Kept): Promise<void> {
  await replaceDurably(fileOf(config), JSON.stringify(kept))
}
