/** Where the next page of a list begins: the key of the last row, opaque to the client. */
import { isDay } from '@bittkosh/contract/time'
import { refuse } from './refuse.ts'

type Key = readonly (string | number | Date)[]

/** The key of the last row as a cursor: base64url of its parts as JSON. */
export function cursorOf(...key: Key): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** Parses the cursor into its key. Undefined without a cursor; refuses `malformed` for a cursor that no list has issued. */
export function readCursor(cursor: string | undefined, length = 1): (string | number)[] | undefined {
  if (cursor === undefined) return undefined
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(key) && key.length === length && key.every(isPart)) return key
  } catch {
    // not ours: refused below
  }
  return refuseCursor()
}

/** The cursor of a list that pages by id alone. Undefined without one. */
export function readIdCursor(cursor: string | undefined): number | undefined {
  const [id] = readCursor(cursor) ?? []
  return id === undefined ? undefined : rowIdIn(id)
}

/** The moment and the id of a row: the key of lists that run newest first. */
export type MomentKey = { at: Date; id: number }

/** An entry of the ledger and its transfer: the key of the lines of an account. */
export type LineKey = { transfer: bigint; entry: bigint }

/** The cursor of a list that pages by moment and id. Undefined without one. */
export function readMomentCursor(cursor: string | undefined): MomentKey | undefined {
  const key = readCursor(cursor, 2)
  return key && { at: momentIn(key[0]), id: rowIdIn(key[1]) }
}

/** The cursor of a history of several tables; its key also names the table. Undefined without one. */
export function readHistoryCursor(cursor: string | undefined): (MomentKey & { key: string }) | undefined {
  const parts = readCursor(cursor, 3)
  return parts && { at: momentIn(parts[0]), key: String(parts[1]), id: rowIdIn(parts[2]) }
}

/** The cursor of a list of days. Undefined without one. */
export function readDayCursor(cursor: string | undefined): string | undefined {
  const [day] = readCursor(cursor) ?? []
  return day === undefined ? undefined : dayIn(day)
}

/** The cursor of a list that pages by day and id. Undefined without one. */
export function readDayAndIdCursor(cursor: string | undefined): { day: string; id: number } | undefined {
  const key = readCursor(cursor, 2)
  return key && { day: dayIn(key[0]), id: rowIdIn(key[1]) }
}

/** The cursor of a list of the ledger's entries, whose ids are text in a cursor. Undefined without one. */
export function readEntryCursor(cursor: string | undefined): bigint | undefined {
  const [id] = readCursor(cursor) ?? []
  return id === undefined ? undefined : bigIdIn(id)
}

/** The same for a list that pages by transfer and entry. */
export function readLineCursor(cursor: string | undefined): LineKey | undefined {
  const key = readCursor(cursor, 2)
  return key && { transfer: bigIdIn(key[0]), entry: bigIdIn(key[1]) }
}

function dayIn(part: string | number | undefined): string {
  return typeof part === 'string' && isDay(part) ? part : refuseCursor()
}

/** A moment that PostgreSQL accepts too. */
function momentIn(part: string | number | undefined): Date {
  const text = String(part)
  const at = new Date(text)
  const exists = isDay(text.slice(0, 10)) && !Number.isNaN(at.getTime()) && isDay(at.toISOString().slice(0, 10))
  return exists ? at : refuseCursor()
}

function rowIdIn(part: string | number | undefined): number {
  return typeof part === 'number' && Number.isInteger(part) && Math.abs(part) <= 2_147_483_647 ? part : refuseCursor()
}

function bigIdIn(part: string | number | undefined): bigint {
  return typeof part === 'string' && /^\d{1,18}$/.test(part) ? BigInt(part) : refuseCursor()
}

/** A page of a list of which `size` + 1 rows were read, and the cursor of the next page. */
export function pageByKey<Row>(
  rows: readonly Row[],
  { size, key }: { size: number; key: (row: Row) => Key },
): { page: Row[]; next_cursor: string | null } {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { page, next_cursor: last && rows.length > size ? cursorOf(...key(last)) : null }
}

function isPart(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

function refuseCursor(): never {
  refuse({ code: 'malformed', complaints: { cursor: { code: 'unknown_page' } } })
}
