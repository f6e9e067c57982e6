/** Where the next page of a list begins: the key of the last row, opaque to the client. */
import { refuse } from './refuse.ts'

/** The key of the last row as a cursor: base64url of its parts as JSON. */
export function cursorOf(...key: (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** The key again. Undefined without a cursor; refuses `malformed` for what no list ever handed out. */
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
  if (id === undefined || (Number.isInteger(id) && Math.abs(Number(id)) <= 2_147_483_647))
    return id as number | undefined
  return refuseCursor()
}

/** The moment and the id of a row: the key of lists that run newest first. */
export type MomentKey = { at: Date; id: number }

/** The cursor of a list that pages by moment and id. Undefined without one. */
export function readMomentCursor(cursor: string | undefined): MomentKey | undefined {
  const key = readCursor(cursor, 2)
  if (!key) return undefined
  const at = new Date(String(key[0]))
  const id = Number(key[1])
  if (!Number.isNaN(at.getTime()) && Number.isInteger(id) && Math.abs(id) <= 2_147_483_647) return { at, id }
  return refuseCursor()
}

/** A page of a list of which one row more than `size` was read, and the cursor of what follows it. */
export function pageByMoment<Row extends { id: number }>(
  rows: readonly Row[],
  { size, at }: { size: number; at: (row: Row) => Date },
): { page: Row[]; next_cursor: string | null } {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { page, next_cursor: last && rows.length > size ? cursorOf(at(last).toISOString(), last.id) : null }
}

function isPart(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

function refuseCursor(): never {
  refuse({ code: 'malformed', complaints: { cursor: { code: 'unknown_page' } } })
}
