/**
 * How a room describes its part of a user's history (GET /transactions). A source names its table and
 * columns; this file adds the keyset, the filters and the limit, so every source pages alike and
 * depth costs nothing. Each needs an index on (user, at, id) of its table.
 */
import type { Language } from '@bittkosh/contract/language'
import type { Paise, Ppm } from '@bittkosh/contract/money'
import type { MovementEvent, Subject } from '@bittkosh/contract/movements'
import type { TransactionType } from '@bittkosh/contract/wallet'
import type { Reason } from '@bittkosh/contract/reasons'
import { monthOfMoment } from '../platform/database/businessDay.ts'
import { Sql, sql } from '../platform/database/sql.ts'

/**
 * Exported as `history` by actions.ts of a room with history rows; `now` decides what is expired or matured, the reader's
 * language the names that operators wrote.
 */
export type History = (now: Date, language: Language) => readonly HistorySource[]

export type HistorySource = {
  type: TransactionType
  /** Unique among all sources; set only if one type has several ('crypto_investment_claim'). The type otherwise. */
  key?: string
  /** Tables and joins: sql`deposits d join deposit_methods m on m.id = d.method_id`. */
  from: Sql<unknown>
  /** Further conditions of the source's rows: sql`d.bonus > 0`. */
  where?: Sql<unknown>
  /** The indexed columns of a row's user, moment and id; they order the list. */
  user: Sql<unknown>
  at: Sql<unknown>
  id: Sql<unknown>
  /** No two rows of a user have the same moment, so the moment alone orders them: for an id that is in no index. */
  momentsAreUnique?: true
  /** Small daily sums, which `byMonth` folds into one row per month. */
  foldsByMonth?: true
  /** Booked in Earn; the wallet's balance does not change. */
  inEarn?: true
  /** From the user's point of view: text if all rows are alike, else an expression that returns 'in' or 'out'. */
  direction: 'in' | 'out' | Sql<unknown>
  /** Which rows still wait for somebody. Omitted if none ever does. */
  pending?: Sql<unknown>
  /** Text of contract/wallet.ts `transactionStatus`: an expression, or sql`'completed'`. */
  status: Sql<unknown>
  /** Paise, above zero; the (possible) change of the user's account, fees included. */
  amount: Sql<unknown>
  /** The cause of the movement, by which the ledger finds the balance after it. Omitted if `columns` has it or nothing ever moves. */
  cause?: (
    | MovementEvent
    | { subject: Sql<unknown>; event: MovementEvent['event'] }
    | { subject: Subject; event: Sql<unknown> }
  ) & {
    subjectId: Sql<unknown>
    day?: Sql<unknown>
  }
  columns?: Partial<Record<HistoryColumn, Sql<unknown>>>
}

/** Further columns of a row; each is null if a source does not have it. */
const columnTypes = {
  /** The record's public number. */
  number: 'text',
  requested_amount: 'bigint',
  approved_amount: 'bigint',
  transaction_id: 'text',
  /** The usual reason that the admin chose for a rejection. */
  rejection_preset: 'text',
  /** The admin's own words. */
  admin_note: 'text',
  /** The user's note (BittPay). */
  note: 'text',
  /** The other party, as the user may read it: 'UPI', 'HDFC ••4417', 'Asha R•••', the name of a package. */
  counterparty: 'text',
  /** When it was approved, rejected, cancelled, completed or claimed. */
  decided_at: 'timestamptz',
  /** When the bank sent a payout back. */
  returned_at: 'timestamptz',
  /** An admin is paying it. */
  being_paid: 'boolean',
  /** When it was taken back: a deposit reversed. */
  undone_at: 'timestamptz',
  /** When it will mature or expire. */
  due_at: 'timestamptz',
  cryptocurrency_name: 'text',
  cryptocurrency_symbol: 'text',
  profit_earned: 'bigint',
  is_withdrawn: 'boolean',
  processing_fee: 'bigint',
  package_name: 'text',
  /** The bonus credited with a package; null until it is approved. */
  package_bonus: 'bigint',
  /** The bonus of a package in millionths of its price. */
  package_bonus_ppm: 'bigint',
  /** USDT in millionths, and the paise for one. */
  usdt_amount: 'bigint',
  usdt_rate: 'bigint',
  /** The account's balance after it. Most sources set `cause` instead. */
  balance_after: 'bigint',
} as const

export type HistoryColumn = keyof typeof columnTypes

export type HistoryRow = {
  key: string
  number: string | null
  type: TransactionType
  id: number
  at: Date
  status: string
  direction: 'in' | 'out'
  in_earn: boolean
  amount: Paise
  requested_amount: Paise | null
  approved_amount: Paise | null
  transaction_id: string | null
  rejection_preset: Reason | null
  admin_note: string | null
  note: string | null
  counterparty: string | null
  decided_at: Date | null
  returned_at: Date | null
  being_paid: boolean | null
  undone_at: Date | null
  due_at: Date | null
  cryptocurrency_name: string | null
  cryptocurrency_symbol: string | null
  profit_earned: Paise | null
  is_withdrawn: boolean | null
  processing_fee: Paise | null
  package_name: string | null
  package_bonus: Paise | null
  package_bonus_ppm: Ppm | null
  usdt_amount: bigint | null
  usdt_rate: Paise | null
  balance_after: Paise | null
  /** The cause of the movement. */
  subject: Subject | null
  subject_id: number | null
  event: MovementEvent['event'] | null
  day: string | null
  /** The number of rows that a month's row sums up; null if it is one row. */
  entries: number | null
}

/** The last row of the previous page. */
export type HistoryKey = { at: Date; key: string; id: number }

export type HistoryQuery = {
  user: number
  types?: readonly TransactionType[]
  only?: 'in' | 'out' | 'pending'
  /** Only movements of the wallet. */
  ofWallet?: boolean
  /** Text that one of `searched` contains, ignoring case, or the amount in paise. */
  search?: { text: string; amount: bigint | null }
  /** From this moment on, and before `until`. */
  from?: Date
  until?: Date
  after?: HistoryKey
  /** A single row of a source; with `byMonth`, of a month. */
  one?: Pick<HistoryKey, 'key' | 'id'>
  /** One row per month of each source that folds, at its latest moment. Its id is the month: 202611. */
  byMonth?: boolean
  limit: number
}

/** One page of the sources' rows, newest first: a limited sub-select of each source, in one statement. Null if no source fits. */
export function historyPage(sources: readonly HistorySource[], query: HistoryQuery): Sql<HistoryRow> | null {
  const fitting = sources.filter((source) => fits(source, query))
  if (fitting.length === 0) return null
  const parts = fitting.map((source) =>
    folds(source, query) ? sql`(${selectMonths(source, query)})` : sql`(${selectPage(source, query)})`,
  )
  return sql<HistoryRow>`
    select *
      from (${sql.join(parts, sql` union all `)}) as history
     order by at desc, key collate "C" desc, id desc
     limit ${sql.lit(query.limit)}`
}

/** The name that tells sources apart in the order of the list. */
export function keyOf(source: HistorySource): string {
  return source.key ?? source.type
}

function folds({ foldsByMonth }: HistorySource, { byMonth }: HistoryQuery): boolean {
  return Boolean(byMonth && foldsByMonth)
}

function monthKeyOf(source: HistorySource): string {
  return `${keyOf(source)}_month`
}

function fits(source: HistorySource, query: HistoryQuery): boolean {
  const { types, only, ofWallet, one } = query
  if (one !== undefined && one.key !== (folds(source, query) ? monthKeyOf(source) : keyOf(source))) return false
  if (types !== undefined && !types.includes(source.type)) return false
  if (ofWallet && source.inEarn) return false
  if (only === 'pending') return source.pending !== undefined
  return only === undefined || typeof source.direction !== 'string' || source.direction === only
}

function selectPage(source: HistorySource, query: HistoryQuery): Sql<unknown> {
  const { at, id } = source
  const direction = directionOf(source)
  const conditions = [
    ...conditionsOf(source, query),
    query.one && sql`${id} = ${query.one.id}`,
    query.after && afterKey(keyOf(source), source, query.after),
    query.only === 'pending' ? source.pending : undefined,
    (query.only === 'in' || query.only === 'out') && typeof source.direction !== 'string'
      ? sql`${direction} = ${query.only}`
      : undefined,
  ].filter((condition) => condition !== undefined)
  return sql`
    select ${constant(keyOf(source))}::text as key, ${constant(source.type)}::text as type, ${id} as id, ${at} as at,
           (${source.status})::text as status, ${direction} as direction, ${inEarnOf(source)} as in_earn,
           (${source.amount})::bigint as amount,
           ${columnsOf(source)},
           (${constant(source.cause?.subject ?? null)})::text as subject, (${source.cause?.subjectId ?? NULL})::integer as subject_id,
           (${constant(source.cause?.event ?? null)})::text as event, (${source.cause?.day ?? NULL})::date as day,
           null::integer as entries
      from ${source.from}
     where ${sql.join(conditions, sql` and `)}
     order by ${source.momentsAreUnique ? sql`${at} desc` : sql`${at} desc, ${id} desc`}
     limit ${sql.lit(query.limit)}`
}

const NULL = sql.raw('null')

/**
 * A source's constants are written into the text, and so is the limit: as parameters, they make PostgreSQL overestimate
 * the cost of the generic plan and plan each page anew, which takes ten times as long as the page.
 */
function constant(value: string | Sql<unknown> | null): Sql<unknown> {
  if (value === null) return NULL
  if (typeof value !== 'string') return value
  let literal = literals.get(value)
  if (!literal) literals.set(value, (literal = sql.lit(value)))
  return literal
}

const literals = new Map<string, Sql<unknown>>() // of the sources' own words, so that it does not grow

function inEarnOf({ inEarn }: HistorySource): Sql<unknown> {
  return sql.raw(inEarn ? 'true' : 'false')
}

const allColumns = Object.entries(columnTypes).map(([name, type]) => ({
  name: name as HistoryColumn, // a key of columnTypes
  none: `null::${type} as ${name}`,
  ending: `)::${type} as ${name}`,
}))

/** Each further column. In few texts: one part per column costs a quarter of the program's time for a page (`npm run bench -- transactions`). */
function columnsOf({ columns = {} }: HistorySource): Sql<unknown> {
  const texts: string[] = []
  const values: Sql<unknown>[] = []
  let text = ''
  for (const [n, { name, none, ending }] of allColumns.entries()) {
    if (n > 0) text += ', '
    const value = columns[name]
    if (value === undefined) {
      text += none
    } else {
      texts.push(`${text}(`)
      values.push(value)
      text = ending
    }
  }
  return new Sql([...texts, text], values)
}

/** The same with one row per month. The rows belong to one person, so all of them are grouped. */
function selectMonths(source: HistorySource, query: HistoryQuery): Sql<unknown> {
  const key = monthKeyOf(source)
  const month = monthOfMoment(source.at)
  const [at, id] = [sql`max(${source.at})`, sql`to_char(${month}, 'YYYYMM')::integer`]
  const conditions = [
    sql`true`,
    query.one && sql`${id} = ${query.one.id}`,
    query.after && afterKey(key, { at, id }, query.after),
  ].filter((condition) => condition !== undefined)
  return sql`
    select ${constant(key)}::text as key, ${constant(source.type)}::text as type, ${id} as id, ${at} as at, 'completed'::text as status,
           ${directionOf(source)} as direction,
           ${inEarnOf(source)} as in_earn, sum(${source.amount})::bigint as amount, ${columnsOf({ ...source, columns: {} })},
           null::text as subject, null::integer as subject_id, null::text as event, null::date as day,
           count(*)::integer as entries
      from ${source.from}
     where ${sql.join(conditionsOf(source, query), sql` and `)}
     group by ${month}
    having ${sql.join(conditions, sql` and `)}
     order by ${at} desc
     limit ${sql.lit(query.limit)}`
}

function directionOf({ direction }: HistorySource): Sql<unknown> {
  return typeof direction === 'string' ? sql`${constant(direction)}::text` : direction
}

const searched: readonly HistoryColumn[] = [
  'number',
  'counterparty',
  'transaction_id',
  'note',
  'admin_note',
  'cryptocurrency_name',
]

function isFound({ columns, amount }: HistorySource, search: NonNullable<HistoryQuery['search']>): Sql<boolean> {
  const texts = searched.flatMap((column) => columns?.[column] ?? [])
  const ways = [
    ...(texts.length > 0
      ? [sql`strpos(lower(concat_ws(chr(10), ${sql.join(texts)})), lower(${search.text})) > 0`]
      : []),
    ...(search.amount === null ? [] : [sql`(${amount}) = ${search.amount}`]),
  ]
  return ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` or `)})`
}

function conditionsOf(source: HistorySource, { user, from, until, search }: HistoryQuery): Sql<unknown>[] {
  return [
    sql`${source.user} = ${user}`,
    source.where,
    from && sql`${source.at} >= ${from}`,
    until && sql`${source.at} < ${until}`,
    search && isFound(source, search),
  ].filter((condition) => condition !== undefined)
}

// (at, key, id) < (after.at, after.key, after.id) with the source's key a constant, so that the index still serves it.
function afterKey(
  key: string,
  { at, id, momentsAreUnique }: Pick<HistorySource, 'at' | 'id' | 'momentsAreUnique'>,
  after: HistoryKey,
): Sql<unknown> {
  if (key === after.key && momentsAreUnique) return sql`${at} < ${after.at}`
  if (key === after.key) return sql`(${at}, ${id}) < (${after.at}, ${after.id})`
  return key < after.key ? sql`${at} <= ${after.at}` : sql`${at} < ${after.at}`
}
