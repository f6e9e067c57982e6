import { randomBytes } from 'node:crypto'
import type { AuditAction, AuditedKind, AuditFields, ExportedList } from '@bittkosh/contract/audit'
import { BRAND } from '@bittkosh/contract/brand'
import { changedMeanwhile } from '@bittkosh/contract/decisions'
import type { Endpoint } from '@bittkosh/contract/endpoint'
import { type FileFormat, XLSX_ROWS_MAX } from '@bittkosh/contract/exports'
import type { Language } from '@bittkosh/contract/language'
import type { Paise } from '@bittkosh/contract/money'
import { dayOf, timeOf } from '@bittkosh/contract/time'
import { batchesOf } from '../platform/database/batches.ts'
import { readSteadily, takeReader } from '../platform/http/readers.ts'
import { csvFile, type FileCell } from '../platform/http/csv.ts'
import { longXlsxFile, XLSX_TYPE } from '../platform/http/xlsx.ts'
import { beforeCommit, type Db, transaction, type Tx } from '../platform/database/database.ts'
import type { Call } from '../platform/http/http.ts'
import type { FileReply } from '../platform/http/reply.ts'
import { requireActive } from '../platform/http/once.ts'
import { type MayRefuse, refuse } from '../platform/http/refuse.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { chainHash, plain } from './chain.ts'

export { formerDetails } from './queries.ts'

/** What was done to a record. */
export type Deed = {
  action: AuditAction
  subject: AuditedKind
  subjectId: number | null
  /** The record before and after; only what changed, never a password, code or full ID number. */
  before?: AuditFields | null
  after?: AuditFields | null
  reason?: string | null
}

/** A deed and who did it from where: `admin` is null if nobody did it as one, `address` if the program did it itself. */
export type Act = Deed & { admin: number | null; address: string | null }

/** Who acts, when and from where: an admin's call is one. */
export type Caller = { user: { id: number }; at: Date; address: string | null }

/** What a transaction has recorded so far, and the second admin on whose behalf it does so, if there is one. */
type Recorded = { acts: Act[]; approvedBy: number | null }
const recorded = new WeakMap<Tx, Recorded>()

function recordedBy(tx: Tx): Recorded {
  const known = recorded.get(tx) ?? { acts: [], approvedBy: null }
  recorded.set(tx, known)
  return known
}

/** The acts that a transaction has recorded since the last call. */
export function takeActs(tx: Tx): Act[] {
  return recordedBy(tx).acts.splice(0)
}

/** An act as JSON, as the log keeps it: money in paise as text. */
export function loggedAct({ action, subject, subjectId, before = null, after = null, reason = null }: Deed): LoggedAct {
  const json = plain({ action, subject, subject_id: subjectId, before, after, reason })
  return JSON.parse(json ?? '') as LoggedAct // as it is stored, money as text
}
export type LoggedAct = {
  action: string
  subject: string
  subject_id: number | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
}

/** Runs `work` as approved by this admin: its acts name both admins, and `requireNotOwn` checks both. */
export async function withApproval<T>(tx: Tx, approvedBy: number, work: () => Promise<T>): Promise<T> {
  const known = recordedBy(tx)
  known.approvedBy = approvedBy
  try {
    return await work()
  } finally {
    known.approvedBy = null
  }
}

const CHAIN_LOCK = 7_302_001 // one writer at a time, so that each hash follows the one before it

/**
 * Writes what an admin did to the audit log, in order and in one statement, at the end of the act's transaction: other admins
 * wait for the log only then, never while this transaction waits for a row that they have locked.
 */
export function record(tx: Tx, { user, at, address }: Caller, ...deeds: Deed[]): void {
  recordEach(
    tx,
    deeds.map((deed) => ({ ...deed, admin: user.id, at, address })),
  )
}

/** Writes what nobody did as an admin: a job, a command, or a person whose address is given. */
export function recordWithoutAdmin(tx: Tx, from: Pick<Caller, 'at' | 'address'>, deed: Deed): void {
  recordEach(tx, [{ ...deed, ...from, admin: null }])
}

/** Writes many acts in order, in one statement. */
export function recordEach(tx: Tx, acts: readonly (Act & { at: Date })[]): void {
  const { acts: taken, approvedBy } = recordedBy(tx)
  taken.push(...acts)
  append(tx, acts, approvedBy)
}

/** Adds acts to the log without counting them among the transaction's acts: for the consequences of an act. */
export function append(tx: Tx, acts: readonly (Act & { at: Date })[], approvedBy: number | null = null): void {
  if (acts.length > 0) beforeCommit(tx, () => extendChain(tx, acts, approvedBy))
}

/** Inserts acts, each with a hash that covers the row before. */
async function extendChain(tx: Tx, acts: readonly (Act & { at: Date })[], approvedBy: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(tx)
  const { rows } = await sql<{ hash: Buffer }>`select hash from audit_log order by id desc limit 1`.execute(tx)
  let previous = rows[0]?.hash ?? null
  const chained = acts.map((act) => {
    const row = {
      at: act.at.toISOString(),
      admin: act.admin,
      action: act.action,
      subject: act.subject,
      subjectId: act.subjectId,
      address: act.address,
      before: plain(act.before),
      after: plain(act.after),
      reason: act.reason?.toWellFormed() ?? null, // as the database stores it, and as it is hashed again
      ...(approvedBy === null ? {} : { approvedBy }),
      salt: randomBytes(16).toString('hex'),
    }
    previous = chainHash(previous, row)
    return { ...row, hash: previous }
  })
  await sql`
    insert into audit_log (at, admin_id, action, subject, subject_id, address, before, after, reason, salt, hash, approved_by)
    select at, admin_id, action, subject, subject_id, address, before, after, reason, salt, hash, ${approvedBy}
      from unnest(
             ${chained.map((row) => row.at)}::timestamptz[],
             ${chained.map((row) => row.admin)}::integer[],
             ${chained.map((row) => row.action)}::text[],
             ${chained.map((row) => row.subject)}::text[],
             ${chained.map((row) => row.subjectId)}::integer[],
             ${chained.map((row) => row.address)}::text[],
             ${chained.map((row) => row.before)}::jsonb[],
             ${chained.map((row) => row.after)}::jsonb[],
             ${chained.map((row) => row.reason)}::text[],
             ${chained.map((row) => Buffer.from(row.salt, 'hex'))}::bytea[],
             ${chained.map((row) => row.hash)}::bytea[])
           with ordinality as a (at, admin_id, action, subject, subject_id, address, before, after, reason, salt, hash, n)
     order by n`.execute(tx)
}

/** In whose name an admin's act happens: theirs, and that of whoever approves it. */
export function actingIn(tx: Tx, admin: number): number[] {
  const { approvedBy } = recordedBy(tx)
  return approvedBy === null ? [admin] : [admin, approvedBy]
}

/**
 * Refuses `own_request` if an admin, or the one who approved, would decide a request of their own, or of an account that
 * invited them or that they invited. An account that shares a browser with theirs (`linkedTo`) is only shown: whoever
 * tries the product in the panel's browser may decide their own requests (docs/rules.md#admin-work).
 */
export async function requireNotOwn(
  tx: Tx<'own_request'>,
  { admin, user }: { admin: number; user: number },
): Promise<void> {
  const { rows } = await sql`
    select from users a, users u
     where a.id = any (${actingIn(tx, admin)}::integer[]) and u.id = ${user}
       and (a.id = u.id or u.referred_by = a.id or a.referred_by = u.id)`.execute(tx)
  if (rows.length > 0) refuse(tx, 'own_request')
}

/**
 * The condition that two accounts belong to one person, as far as the program can tell: they have ever shared an ID
 * number, a payee of withdrawals or a browser. Such accounts earn each other no referral reward and no share.
 */
export function areLinked(one: Sql<unknown>, other: Sql<unknown>): Sql<boolean> {
  const shared = (table: Sql<unknown>, column: Sql<unknown>) => sql`
    exists (select from ${table} as mine join ${table} as theirs on theirs.${column} = mine.${column}
             where mine.user_id = ${one} and theirs.user_id = ${other})`
  return sql`(${shared(sql`id_numbers`, sql`number_hash`)} or ${shared(sql`withdrawals`, sql`payee`)}
              or ${shared(sql`user_devices`, sql`device_hash`)})`
}

/** Which of these users' accounts are linked to this admin's own (`areLinked`). */
export async function linkedTo(
  db: Db | Tx,
  { admin, users }: { admin: number; users: readonly number[] },
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u
     where u.id = any (${users}::integer[]) and ${areLinked(sql`${admin}::integer`, sql`u.id`)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Who last did one of these acts to a record, and when. */
export async function lastAct(
  tx: Tx,
  { subject, id, actions }: { subject: string; id: number; actions: readonly AuditAction[] },
): Promise<{ admin: string; at: Date } | undefined> {
  const { rows } = await sql<{ admin: string; at: Date }>`
    select u.name as admin, l.at
      from audit_log l
      join users u on u.id = l.admin_id
     where l.subject = ${subject} and l.subject_id = ${id} and l.action = any (${actions}::text[])
     order by l.id desc
     limit 1`.execute(tx)
  return rows[0]
}

/**
 * Refuses `changed_meanwhile`, naming who and when, if a record has changed since its edit form was opened. If
 * `openedWith` is undefined, nothing is compared (docs/decisions/0121-edits-carry-their-version.md).
 */
export async function requireUnchanged(
  tx: Tx<'changed_meanwhile'>,
  now: Date,
  {
    subject,
    id,
    openedWith,
    updatedAt,
  }: {
    subject: string
    /** Null for a record that has only a name. */
    id: number | null
    openedWith: Date | null | undefined
    updatedAt: Date | null
  },
): Promise<void> {
  if (openedWith === undefined || openedWith?.getTime() === updatedAt?.getTime()) return
  if (updatedAt === null) return refuse(tx, 'changed_meanwhile')
  const { rows } = await sql<{ name: string }>`
    select u.name
      from audit_log l
      join users u on u.id = l.admin_id
     where l.subject = ${subject} and l.subject_id is not distinct from ${id} and l.at = ${updatedAt}
     order by l.id desc
     limit 1`.execute(tx)
  return refuse(tx, changedMeanwhile({ by: rows[0]?.name ?? null, changedAt: updatedAt, now }))
}

/** One column of an exported list: its name, and its value in this reader's language. */
export type ExportColumns<Row> = Readonly<Record<string, (row: Row, language: Language) => Cell>>
type Cell = string | number | Paise | Date | boolean | null

type Export<Row> = {
  /** The list's name in the file name and in the log: 'deposits'. */
  list: ExportedList
  /** The kind of record, as in its audit trail. */
  subject: AuditedKind
  filter: AuditFields
  rows: Sql<Row>
  columns: ExportColumns<Row>
}

type ExportingCall = Pick<Call<{ who: 'admin' } & Endpoint>, 'user' | 'at' | 'address' | 'language' | 'services'> &
  MayRefuse<'too_many_rows'> & { query: { format?: FileFormat | undefined } }

/**
 * A filtered list of the panel as CSV or spreadsheet. The log says who exported which rows.
 * No column may contain an ID number, not even a masked one.
 */
export function exportList<Row>(call: ExportingCall, exported: Export<Row>): Promise<FileReply> {
  return call.query.format === 'xlsx' ? exportSheet(call, exported) : exportCsv(call, exported)
}

/** Streamed; the act is logged first. */
async function exportCsv<Row>(call: ExportingCall, exported: Export<Row>): Promise<FileReply> {
  const leave = takeReader('panel', call.user.id)
  try {
    await logExport(call, exported)
    const content = readSteadily(csvFile(await rowsOf(call, exported)), leave)
    return { content, type: 'text/csv; charset=utf-8', name: fileName(call, exported, 'csv') }
  } catch (error) {
    leave()
    throw error
  }
}

/** Text cells keep the leading zeros of a reference. Refuses `too_many_rows`, and then logs nothing. */
async function exportSheet<Row>(call: ExportingCall, exported: Export<Row>): Promise<FileReply> {
  const leave = takeReader('panel', call.user.id)
  try {
    const cells: FileCell[][] = [] // the headings first
    for await (const row of await rowsOf(call, exported))
      if (cells.push(row) > 1 + XLSX_ROWS_MAX) refuse(call, { code: 'too_many_rows', params: { max: XLSX_ROWS_MAX } })
    const content = await longXlsxFile(exported.list, cells)
    await logExport(call, exported)
    return { content, type: XLSX_TYPE, name: fileName(call, exported, 'xlsx') }
  } finally {
    leave()
  }
}

function logExport<Row>(call: ExportingCall, { list, subject, filter }: Export<Row>): Promise<void> {
  const after = { ...filter, format: call.query.format }
  return recordFile(call, { action: `exported ${list}`, subject, subjectId: null, after })
}

/** Records that an admin gets a file, in a transaction of its own before the file is sent. */
export function recordFile(call: Caller & Pick<ExportingCall, 'services'>, deed: Deed): Promise<void> {
  return transaction(call.services.db, async (tx) => {
    await requireActive(tx, call.user.id)
    record(tx, call, deed)
  })
}

/** The rows of an export, headings first. */
async function rowsOf<Row>(
  { language, services: { reads } }: ExportingCall,
  { rows, columns }: Export<Row>,
): Promise<AsyncGenerator<FileCell[]>> {
  return exportRows(batchesOf(await reads.choose(), rows), columns, language)
}

function fileName({ at }: ExportingCall, { list }: { list: ExportedList }, ending: string): string {
  return `${BRAND.toLowerCase()}-${list}-${dayOf(at)}.${ending}`
}

async function* exportRows<Row>(
  batches: AsyncIterable<Row[]>,
  columns: ExportColumns<Row>,
  language: Language,
): AsyncGenerator<FileCell[]> {
  yield Object.keys(columns)
  const cells = Object.values(columns)
  for await (const rows of batches) for (const row of rows) yield cells.map((cell) => fileCell(cell(row, language)))
}

/** Moments in Asia/Kolkata time, as a spreadsheet reads them. */
function fileCell(value: Cell): FileCell {
  if (value instanceof Date) return `${dayOf(value)} ${timeOf(value)}`
  return typeof value === 'boolean' ? String(value) : value
}
