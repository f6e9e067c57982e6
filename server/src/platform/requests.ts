/** How the panel searches deposits and withdrawals: both are requests of users that an admin decides once. */
import { FOUND_MAX } from '@bittkosh/contract/requests'
import type { Db } from './database.ts'
import { type Sql, sql } from './sql.ts'
import {
  type Counted,
  countFound,
  countsOf,
  idsOfParts,
  isOwnerFound,
  keptCounts,
  type Part,
  peopleFound,
  withNumber,
  withText,
} from './lists.ts'

type Filter<Status> = { search: string | undefined; status?: Status | undefined }

export type RequestSearch<Status extends string> = {
  /** What a search finds, for the head of a statement whose condition is `matching`; `most` null: without a bound. */
  finding(filter: Filter<Status>, most: number | null): Sql<unknown>
  matching(filter: Filter<Status>): Sql<unknown>
  /** How many requests of each status there are, or a search finds. */
  counts(db: Db, search: string | undefined): Promise<Counted<Status>>
}

/** `alias` is the table's name in the statement, `texts` the columns beside the owner's contacts that a search looks at. */
export function requestSearch<Status extends string>({
  table,
  alias,
  statuses,
  texts,
}: {
  table: 'deposits' | 'withdrawals'
  alias: string
  statuses: readonly Status[]
  texts: readonly string[]
}): RequestSearch<Status> {
  // Those that wait are few: each is looked at, whoever it is of, so none is left out.
  const partOf =
    (search: string, most: number | null) =>
    (status: Status): Part & { name: Status } => {
      const rows = sql`select id from ${sql.table(table)} where status = ${status}`
      return {
        name: status,
        most: status === 'pending' ? null : most,
        found: [
          status === 'pending'
            ? sql`${rows} and ${isOwnerFound('user_id', search, most)}`
            : sql`${rows} and user_id in (select id from people)`,
          ...withText(rows, texts, search),
          ...withNumber(rows, search),
        ],
      }
    }

  return {
    finding({ search, status }, most) {
      if (!search) return sql``
      const parts = (status ? [status] : statuses).map(partOf(search, most))
      return sql`with ${peopleFound(search, most)}, found as materialized (${idsOfParts(parts)})`
    },
    matching({ search, status }) {
      if (search) return sql`${sql.ref(`${alias}.id`)} in (select id from found)`
      return status ? sql`${sql.ref(`${alias}.status`)} = ${status}` : sql`true`
    },
    async counts(db, search) {
      if (search) return countFound(db, search, statuses.map(partOf(search, FOUND_MAX)))
      return { counts: countsOf(statuses, await keptCounts(db, table)), cut: new Set() }
    },
  }
}
