/** What the panel's lists share: pages by number at any depth, what a search finds, kept counts. */
import { FOUND_MAX } from '@bittkosh/contract/requests'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

type Page = { page: number; per_page: number }

/** The rows of a page; `backwards`: counted from the other end of the list, which is the nearer one. */
export type Slice = { offset: number; limit: number; backwards?: boolean }

/** Where a page of a list with `total` rows is read; of a search always from its beginning. */
export function sliceOf(
  { page, per_page: perPage }: Page,
  { total, search }: { total: number; search: string | undefined },
): Slice {
  const offset = (page - 1) * perPage
  if (search) return { offset, limit: offset < FOUND_MAX ? perPage : 0 }
  if (offset <= total / 2) return { offset, limit: perPage }
  const limit = Math.max(0, Math.min(perPage, total - offset))
  return { offset: Math.max(0, total - offset - limit), limit, backwards: true }
}

/** Columns to sort by, the last one unique. */
export type Order = readonly (readonly [column: string, direction: 'asc' | 'desc'])[]

export function orderBy(order: Order, backwards = false): RawBuilder<unknown> {
  const terms = order.map(([column, direction]) => {
    return sql`${sql.ref(column)} ${sql.raw((direction === 'desc') === backwards ? 'asc' : 'desc')}`
  })
  return sql.join(terms)
}

export function paginationOf({ page, per_page: perPage }: Page, total: number) {
  return { current_page: page, last_page: Math.max(1, Math.ceil(total / perPage)), total }
}

/** How many rows a list has: those of one status, or all. */
export function totalOf<Status extends string>(counts: Record<Status, number>, status: Status | undefined): number {
  return status === undefined ? Object.values<number>(counts).reduce((sum, count) => sum + count, 0) : counts[status]
}

/** What waits is worked off from its oldest on; what is past is looked up from its newest. */
export function orderOf<Sort extends string>({
  status,
  sort,
}: {
  status?: string | undefined
  sort?: Sort | undefined
}) {
  return sort ?? (status === 'pending' ? 'oldest' : 'newest')
}

const ANY_PART_FROM = 3 // letters; fewer are in no index of parts, so they find the beginnings of words

/** Whether a user's name, e-mail address or phone number fits, in any case, or '#12' is their number; `u` is the user. */
export function isUserFound(search: string): RawBuilder<unknown> {
  const number = /^#(\d{1,9})$/.exec(search)?.[1]
  if (number) return sql`u.id = ${Number(number)}`
  const text = escaped(search)
  if ([...search].length >= ANY_PART_FROM) return sql`u.searched like lower(${`%${text}%`})`
  return sql`(u.searched like lower(${`%\n${text}%`}) or u.searched like lower(${`% ${text}%`}))`
}

/** The ids of the users that a search finds. */
export function usersFound(search: string, most: number | null): RawBuilder<unknown> {
  return sql`select u.id from users u where ${isUserFound(search)} limit ${most}`
}

/** The rows whose text has the search in any part, in any case; none for one or two letters. */
export function rowsWith(table: string, columns: readonly string[], search: string): RawBuilder<unknown>[] {
  if ([...search].length < ANY_PART_FROM) return []
  return columns.map(
    (column) => sql`select id from ${sql.table(table)} where ${sql.ref(column)} ilike ${`%${escaped(search)}%`}`,
  )
}

/** The row whose number is typed, as '12' or '#12'. */
export function rowNumbered(table: string, search: string): RawBuilder<unknown>[] {
  const number = Number(/^#?(\d{1,9})$/.exec(search)?.[1] ?? 0)
  return number > 0 ? [sql`select id from ${sql.table(table)} where id = ${number}`] : []
}

/** The condition that an id is among what one of several searches finds: each goes by its own index. */
export function isAmong(id: string, found: readonly RawBuilder<unknown>[], most: number | null): RawBuilder<unknown> {
  return sql`${sql.ref(id)} in (select id from (${sql.join(found, sql` union `)}) as found limit ${most})`
}

function escaped(search: string): string {
  return search.replace(/[\\%_]/g, '\\$&')
}

/** How many rows a list has in each of its parts, as triggers keep it; a part that never had one is not in the answer. */
export async function keptCounts(db: Db, list: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ part: string; n: number }>`
    select part, sum(n)::integer as n from list_counts where list = ${list} group by part`.execute(db)
  return new Map(rows.map(({ part, n }) => [part, n]))
}

/** The same for rows of a search, counted. */
export async function countFound(
  db: Db,
  { column, from, where }: { column: string; from: RawBuilder<unknown>; where: RawBuilder<unknown> },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ part: string; n: number }>`
    select ${sql.ref(column)} as part, count(*)::integer as n
      from ${from}
     where ${where}
     group by ${sql.ref(column)}`.execute(db)
  return new Map(rows.map(({ part, n }) => [part, n]))
}

/** Counts by part as a list's reply names them, a zero for a part that has none. */
export function countsOf<Part extends string>(
  parts: readonly Part[],
  counted: ReadonlyMap<string, number>,
): Record<Part, number> {
  return Object.fromEntries(parts.map((part) => [part, counted.get(part) ?? 0])) as Record<Part, number> // every part stands there
}
