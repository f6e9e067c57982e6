/** The statements that every table of requests needs, assembled from the columns that its room provides. */
import {
  isWaiting,
  type RequestKind,
  type RequestOutcome,
  type RequestState,
  type StateOf,
  statesOf,
  statesThat,
} from '@bittkosh/contract/requestStates'
import { type Narrowing, type RequestSort } from '@bittkosh/contract/requests'
import { FOUND_MAX } from '@bittkosh/contract/shapes'
import { isFlagged, marksOf } from '../notes/actions.ts'
import type { MomentKey } from '../platform/http/cursor.ts'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import {
  between,
  type Counted,
  countFound,
  countsOf,
  idsOfParts,
  isOwnerFound,
  keptCounts,
  ofPeople,
  onDays,
  type Order,
  orderBy,
  type Part,
  peopleFound,
  type Slice,
  withAmount,
  withNumber,
  withReference,
  withText,
} from '../platform/lists.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

/** The columns of a request of any kind that the deciding sequence reads. */
export type RequestRow = {
  id: number
  user_id: number
  status: RequestState
  decided_at: Date | null
  /** The admin; also null if the owner ended it. */
  decided_by: number | null
}

/** Columns that a decision writes besides state, timestamp and admin. */
export type Columns = Readonly<Record<string, string | number | bigint | boolean | Date | null>>

type Description<K extends RequestKind> = {
  kind: K
  table: 'deposits' | 'withdrawals' | 'kyc_records'
  /** The beginning of its update statement. The room provides it, because only a table's own room may write the table. */
  update: Sql
  /** The table's name in every statement. `u` is the owner there and `a` the admin who decided. */
  alias: string
  /** The column with the timestamp of the request. */
  at: string
  /** The column for the order by amount, and the text that a search covers besides the owner's name and contacts. */
  amount?: string
  texts?: readonly string[]
  /** The payment reference in the form in which references are compared. */
  reference?: string
  /** Whether a search for '12' finds request 12. */
  isNumbered: boolean
  /** What each reader selects: the record itself; an admin's page; an export. */
  columns: Sql<unknown>
  adminColumns: Sql<unknown>
  exportColumns: Sql<unknown>
}

type Filter<State> = Omit<Narrowing, 'late'> & {
  /** Only waiting ones that were made at this moment or before. */
  lateSince?: Date | undefined
  search?: string | undefined
  statuses?: readonly State[] | undefined
  flagged?: 'true' | undefined
}
type Sorted<State> = Filter<State> & { sort: RequestSort }

export type RequestTable<State extends RequestState, Row, AdminRow, ExportedRow> = {
  /** The one matching request, locked until the transaction ends. */
  lock(tx: Tx, condition: Sql<unknown>): Promise<Row | undefined>
  /** Writes a locked request's new state. */
  write(tx: Tx, id: number, written: Written<State>, columns: Columns): Promise<Row>
  adminRow(db: Db | Tx, id: number): Promise<AdminRow>
  /** A page: its ids by an index first, at any depth, then their columns. */
  page(db: Db, query: Sorted<State> & Slice): Promise<AdminRow[]>
  /** All requests that match a filter, for reading in batches. */
  exported(query: Sorted<State>): Sql<ExportedRow>
  /** The owner's own requests, newest first, from before a moment. */
  ofOwner(db: Db, query: { user: number; before: MomentKey | undefined; limit: number }): Promise<Row[]>
  /** How many there are in each status, or how many of them match a search. */
  counts(db: Db, filter: Filter<State>): Promise<Counted<State>>
}

/** The state after an act; if the act decides the request, also when and by whom. */
export type Written<State> = { status: State; decided_at?: Date; decided_by?: number | null }

export function requestTable<K extends RequestKind, Row, AdminRow, ExportedRow>({
  kind,
  table,
  alias,
  at,
  amount = at,
  texts = [],
  reference,
  isNumbered,
  ...selected
}: Description<K>): RequestTable<StateOf<K>, Row, AdminRow, ExportedRow> {
  type State = StateOf<K>
  const name = sql.table(table)
  const id = sql.ref(`${alias}.id`)
  const from = sql`from ${name} ${sql.ref(alias)}`
  const joined = sql`${from}
      join users u on u.id = ${sql.ref(`${alias}.user_id`)}
      left join users a on a.id = ${sql.ref(`${alias}.decided_by`)}`
  // For a page: limits force the planner to look up each person, whatever it assumes about the tables.
  const joinedOneByOne = sql`${from}
      cross join lateral (select * from users where id = ${sql.ref(`${alias}.user_id`)} limit 1) u
      left join lateral (select * from users where id = ${sql.ref(`${alias}.decided_by`)} limit 1) a on true`
  const by = (column: string, direction: 'asc' | 'desc'): Order => [
    [`${alias}.${column}`, direction],
    [`${alias}.id`, direction],
  ]
  const orders: Record<RequestSort, Order> = {
    oldest: by(at, 'asc'),
    newest: by(at, 'desc'),
    amount: by(amount, 'desc'),
    smallest: by(amount, 'asc'),
  }

  /** The conditions on the rows besides their states; `of` names the table if a statement has several. */
  const narrowed = ({ lateSince, type, ...range }: Filter<State>, of = '') => [
    ...(lateSince ? [sql`${hasOutcome(`${of}status`, 'waits')} and ${sql.ref(of + at)} <= ${lateSince}`] : []),
    ...(type ? [sql`${sql.ref(`${of}type`)} = ${type}`] : []),
    ...onDays(of + at, range),
    ...between(of + amount, range),
  ]

  // Waiting requests are few: all of them are checked, so none is left out.
  const partOf =
    ({ search, ...filter }: Filter<State> & { search: string }, most: number | null) =>
    (state: State): Part & { name: State } => {
      const rowsOf = (table: Sql<unknown>) =>
        sql`select id from ${table} where ${sql.join([isIn('status', [state]), ...narrowed(filter)], sql` and `)}`
      const rows = rowsOf(name)
      return {
        name: state,
        most: isWaiting(state) ? null : most,
        found: [
          isWaiting(state)
            ? sql`${rows} and ${isOwnerFound('user_id', search, most)}`
            : rowsOf(ofPeople(table, 'user_id')),
          ...withText(rows, texts, search),
          ...(reference === undefined ? [] : withReference(rows, reference, search)),
          ...(isNumbered ? withNumber(rows, search) : []),
          ...(amount === at ? [] : withAmount(rows, amount, search)),
        ],
      }
    }
  const finding = ({ search, statuses = statesOf(kind), ...filter }: Filter<State>, most: number | null) =>
    search
      ? sql`with ${peopleFound(search, most)},
                 found as materialized (${idsOfParts(statuses.map(partOf({ search, ...filter }, most)))})`
      : sql``
  const owner = `${alias}.user_id`
  const matching = ({ search, statuses, flagged, ...filter }: Filter<State>) => {
    const found = search
      ? [sql`${id} = any (array(select id from found))`]
      : [statuses ? isIn(`${alias}.status`, statuses) : sql`true`, ...narrowed(filter, `${alias}.`)]
    const marked = flagged ? [isFlagged({ kind, id: `${alias}.id`, user: owner })] : []
    return sql.join([...found, ...marked], sql` and `)
  }
  const adminColumns = sql`${selected.adminColumns}, ${marksOf({ kind, id: `${alias}.id`, user: owner })}`

  return {
    async lock(tx, condition) {
      const { rows } = await sql<Row>`select ${selected.columns} ${from} where ${condition} for update`.execute(tx)
      return rows[0]
    },
    async write(tx, of, written, columns) {
      const set = Object.entries({ ...written, ...columns }).map(
        ([column, value]) => sql`${sql.ref(column)} = ${value}`,
      )
      const { rows } = await sql<Row>`
        ${selected.update} set ${sql.join(set)} where ${id} = ${of} returning ${selected.columns}`.execute(tx)
      return onlyRow(rows, `${kind} ${of}`)
    },
    async adminRow(db, of) {
      const { rows } = await sql<AdminRow>`select ${adminColumns} ${joined} where ${id} = ${of}`.execute(db)
      return onlyRow(rows, `${kind} ${of}`)
    },
    async page(db, { sort, offset, limit, backwards, ...filter }) {
      const { rows } = await sql<AdminRow>`
        ${finding(filter, FOUND_MAX)}
        select ${adminColumns}
          ${joinedOneByOne}
         where ${id} = any (array(
                 select ${id} ${from}
                  where ${matching(filter)}
                  order by ${orderBy(orders[sort], backwards)}
                 offset ${offset} limit ${limit}))
         order by ${orderBy(orders[sort])}`.execute(db)
      return rows
    },
    exported: ({ sort, ...filter }) => sql<ExportedRow>`
      ${finding(filter, null)}
      select ${selected.exportColumns}
        ${joined}
       where ${matching(filter)}
       order by ${orderBy(orders[sort])}`,
    async ofOwner(db, { user, before, limit }) {
      const moment = sql.ref(`${alias}.${at}`)
      const older = before ? sql`(${moment}, ${id}) < (${before.at}, ${before.id})` : sql`true`
      const { rows } = await sql<Row>`
        select ${selected.columns}
          ${from}
         where ${sql.ref(`${alias}.user_id`)} = ${user} and ${older}
         order by ${orderBy(orders.newest)}
         limit ${limit}`.execute(db)
      return rows
    },
    async counts(db, { search, flagged, statuses = statesOf(kind), ...filter }) {
      if (search && !flagged) return countFound(db, search, statuses.map(partOf({ search, ...filter }, FOUND_MAX)))
      const counted =
        flagged || narrowed(filter).length > 0
          ? await countsNow(db, { search, flagged, statuses, ...filter })
          : await keptCounts(db, table)
      return { counts: countsOf(statuses, counted), cut: new Set() }
    },
  }

  // There are no stored counts for a narrowed list, so its rows are counted.
  async function countsNow(db: Db, filter: Filter<State>): Promise<Map<string, number>> {
    const status = sql.ref(`${alias}.status`)
    const { rows } = await sql<{ status: string; n: number }>`
      ${finding(filter, FOUND_MAX)}
      select ${status} as status, count(*)::integer as n
        ${from}
       where ${matching(filter)}
       group by ${status}`.execute(db)
    return new Map(rows.map((row) => [row.status, row.n]))
  }
}

/** Whether a column has one of these states. They are literals in the statement, so that partial indexes can be used. */
function isIn(column: string, states: readonly RequestState[]): Sql<boolean> {
  const [name, literals] = [sql.ref(column), states.map((state) => sql.lit(state))]
  return literals.length === 1 ? sql`${name} = ${literals[0]}` : sql`${name} in (${sql.join(literals)})`
}

/** The condition that a request's state has one of these outcomes: `hasOutcome('d.status', 'waits')`. */
export function hasOutcome(column: string, ...outcomes: RequestOutcome[]): Sql<boolean> {
  return isIn(column, statesThat(...outcomes))
}
