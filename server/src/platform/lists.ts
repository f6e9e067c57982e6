/** What the panel's lists share: pages by number, what a search looks at, how many rows of each status there are. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

type Page = { page: number; per_page: number }

/** The rows of a page, for its statement. */
export function rowsOf({ page, per_page: perPage }: Page): { offset: number; limit: number } {
  return { offset: (page - 1) * perPage, limit: perPage }
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

/** The columns that a search looks at. */
export type Searched = {
  /** Anywhere in the text, in any case. */
  text: readonly string[]
  /** Anywhere, as it is typed: phone numbers. */
  digits: readonly string[]
  /** A record's number, typed as '12' or '#12'; with a hash only, where bare digits look for a phone number. */
  number?: string
  hashed?: string
}

/** The condition that a search makes; none where nothing is searched for. */
export function finds({ text, digits, number, hashed }: Searched, search: string | undefined): RawBuilder<unknown> {
  if (!search) return sql`true`
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const named = Number(/^#?(\d{1,9})$/.exec(search)?.[1] ?? 0)
  return sql`(${sql.join(
    [
      ...text.map((column) => sql`${sql.ref(column)} ilike ${like}`),
      ...digits.map((column) => sql`${sql.ref(column)} like ${like}`),
      ...(number && named > 0 ? [sql`${sql.ref(number)} = ${named}`] : []),
      ...(hashed && named > 0 && search.startsWith('#') ? [sql`${sql.ref(hashed)} = ${named}`] : []),
    ],
    sql` or `,
  )})`
}

/** How many rows of each status there are; a zero for those that no row has. */
export async function countByStatus<Status extends string>(
  db: Db,
  {
    statuses,
    column,
    from,
    where,
  }: {
    statuses: readonly Status[]
    column: string
    from: RawBuilder<unknown>
    where: RawBuilder<unknown>
  },
): Promise<Record<Status, number>> {
  const { rows } = await sql<{ status: Status; n: number }>`
    select ${sql.ref(column)} as status, count(*)::integer as n
      from ${from}
     where ${where}
     group by ${sql.ref(column)}`.execute(db)
  const found = new Map(rows.map(({ status, n }) => [status, n]))
  return Object.fromEntries(statuses.map((status) => [status, found.get(status) ?? 0])) as Record<Status, number> // every status stands there
}
