/** What the panel's lists share: numbered pages at any depth, searches, kept counts. */
import { readPhone } from '@bittkosh/contract/contact'
import { latinDigits } from '@bittkosh/contract/digits'
import { type Paise, parseDecimal } from '@bittkosh/contract/money'
import { referenceKey } from '@bittkosh/contract/references'
import { FOUND_MAX } from '@bittkosh/contract/shapes'
import { tableOf } from '@bittkosh/contract/tables'
import { addDays, startOfDay } from '@bittkosh/contract/time'
import type { Db } from './database/database.ts'
import { type Sql, sql } from './database/sql.ts'

type Page = { page: number; per_page: number }

/** The rows of a page; `backwards`: counted from the end of the list, because the end is nearer. */
export type Slice = { offset: number; limit: number; backwards?: boolean }

/** Which rows of a list with `total` rows a page has; a search is always read from the beginning. */
export function sliceOf(
  { page, per_page: perPage }: Page,
  { total, search }: { total: number; search: string | undefined },
): Slice {
  const offset = (page - 1) * perPage
  if (search) return { offset, limit: offset < total ? perPage : 0 }
  if (offset <= total / 2) return { offset, limit: perPage }
  const limit = Math.max(0, Math.min(perPage, total - offset))
  return { offset: Math.max(0, total - offset - limit), limit, backwards: true }
}

/** Columns to sort by, the last one unique. */
export type Order = readonly (readonly [column: string, direction: 'asc' | 'desc'])[]

export function orderBy(order: Order, backwards = false): Sql<unknown> {
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

/** The conditions that a moment is within these business days, both included. */
export function onDays(moment: string, { from, to }: { from?: string | undefined; to?: string | undefined }) {
  return [
    ...(from ? [sql`${sql.ref(moment)} >= ${startOfDay(from)}`] : []),
    ...(to ? [sql`${sql.ref(moment)} < ${startOfDay(addDays(to, 1))}`] : []),
  ]
}

/** The conditions that an amount is between these two, both included. */
export function between(amount: string, { least, most }: { least?: Paise | undefined; most?: Paise | undefined }) {
  return [
    ...(least !== undefined ? [sql`${sql.ref(amount)} >= ${least}`] : []),
    ...(most !== undefined ? [sql`${sql.ref(amount)} <= ${most}`] : []),
  ]
}

const NUMBER = /^#(\d{1,9})$/
const GROUPED = /^\+?[\d\s()\p{Dash_Punctuation}]*\d[\d\s()\p{Dash_Punctuation}]*$/u
const TRIGRAM = 3 // letters; the trigram index has no shorter parts

/**
 * Whether a search matches any part of a user's name, e-mail address or phone number, ignoring case, or is their number
 * as '#12'; `u` is the user. Read from an index of letters, of pairs of letters or of trigrams.
 */
export function isUserFound(search: string): Sql<unknown> {
  return hasNumber(search) ?? isAnyOf(spellingsOf(search).map(isSpellingFound))
}

function isSpellingFound(spelling: string): Sql<unknown> {
  // From a subquery, so that the planner does not know them: for frequent ones it would compute those of each row.
  const letters = sql`array(select lower(${spelling}))`
  switch ([...spelling].length) {
    case 1:
      return sql`letters(u.searched) @> ${letters}`
    case 2:
      return sql`letter_pairs(u.searched) @> ${letters}`
    default:
      return sql`u.searched like lower(${containing(spelling)})`
  }
}

/** The same without an index of texts: for a user whose row is at hand, or users in the order of a list that many match. */
export function isUserFoundByRow(search: string): Sql<unknown> {
  return (
    hasNumber(search) ?? isAnyOf(spellingsOf(search).map((spelling) => sql`strpos(u.searched, lower(${spelling})) > 0`))
  )
}

function hasNumber(search: string): Sql<unknown> | undefined {
  const number = NUMBER.exec(latinDigits(search))?.[1]
  return number === undefined ? undefined : sql`u.id = ${Number(number)}`
}

function isAnyOf(conditions: readonly Sql<unknown>[]): Sql<unknown> {
  return sql`(${sql.join(conditions, sql` or `)})`
}

/**
 * How a typed text may be stored, most often in one way. Numbers are stored in Latin digits without the gaps that people
 * group them with, Indian phone numbers with +91; texts as somebody typed them, with one space or several, and with the
 * apostrophe of their keyboard.
 */
function spellingsOf(search: string): string[] {
  const typed = latinDigits(search).replace(/^[\s(]+(?=\+)/, '')
  const number = GROUPED.test(typed) ? typed.replace(/[^+\d]/g, '') : undefined
  const numbers = [readPhone(typed)?.replace(/^\+91/, ''), number].filter((way) => way !== undefined)
  if (numbers.length > 0) return distinct(numbers)
  const straight = search.replace(/\s+/g, ' ').replace(/[‘’]/g, "'")
  return distinct([search, straight, straight.replaceAll("'", '’')])
}

function distinct(spellings: readonly string[]): string[] {
  return [...new Set(spellings)]
}

/** The ids of the users that a search finds, looked up once in a statement that begins `with ${peopleFound(search, most)}`. */
export function peopleFound(search: string, most: number | null): Sql<unknown> {
  return sql`people as materialized (select u.id from users u where ${isUserFound(search)} limit ${most})`
}

/**
 * The rows of a table whose owner is among `people`, read through the index of owners in its order: the planner expects
 * an array of ten, however many were found. `offset 0` keeps it from using another index for the list's conditions.
 */
export function ofPeople(table: string, owner: string, rows: Sql<unknown> = sql`true`): Sql<unknown> {
  return sql`(select * from ${sql.table(table)} t
               where ${sql.ref(owner)} = any (array(select id from people)) and ${rows} offset 0) as t`
}

/**
 * Whether the search matches the user with this `id`, even if there are more `people` than were looked up: then each row
 * is checked separately, which is fine for few rows. With a join, the planner might scan all users first.
 */
export function isOwnerFound(id: string, search: string, most: number | null): Sql<unknown> {
  const isAmongThem = sql`${sql.ref(id)} in (select id from people)`
  if (most === null) return isAmongThem
  return sql`case when (select count(*) from people) < ${most} then ${isAmongThem}
             else (select ${isUserFoundByRow(search)} from users u where u.id = ${sql.ref(id)}) end`
}

/** The rows of `rows` (a select with a condition) whose text contains the search, ignoring case; none for one or two letters. */
export function withText(rows: Sql<unknown>, columns: readonly string[], search: string): Sql<unknown>[] {
  const spellings = distinct([search, ...spellingsOf(search)]).filter((spelling) => [...spelling].length >= TRIGRAM)
  return columns.flatMap((column) =>
    spellings.map((spelling) => sql`${rows} and ${sql.ref(column)} ilike ${containing(spelling)}`),
  )
}

/** The rows of `rows` with the payment reference that was typed, in whichever spelling. */
export function withReference(rows: Sql<unknown>, column: string, search: string): Sql<unknown>[] {
  const key = referenceKey(search)
  return key === '' ? [] : [sql`${rows} and ${sql.ref(column)} = ${key}`]
}

/** The row of `rows` whose id was typed as '12' or '#12'. */
export function withId(rows: Sql<unknown>, search: string): Sql<unknown>[] {
  const id = Number(/^#?(\d{1,9})$/.exec(latinDigits(search))?.[1] ?? 0)
  return id > 0 ? [sql`${rows} and id = ${id}`] : []
}

/** The same, or the row whose public number was typed; for tables that have one. */
export function withNumber(rows: Sql<unknown>, search: string): Sql<unknown>[] {
  const isNumber = /^[0-9A-Z]{10}$/i.test(search)
  return [...(isNumber ? [sql`${rows} and number = ${search.toUpperCase()}`] : []), ...withId(rows, search)]
}

/** The rows of `rows` with exactly the amount that was typed: '1500', '1,500.00', '₹1,500', '१५००'. */
export function withAmount(rows: Sql<unknown>, column: string, search: string): Sql<unknown>[] {
  const amount = amountIn(search)
  return amount === null ? [] : [sql`${rows} and ${sql.ref(column)} = ${amount}`]
}

/** The amount that a search text stands for; null if it is not an amount or does not fit into the column. */
export function amountIn(search: string): bigint | null {
  const typed = /^₹?\s*(\d[\d,]{0,15}(?:\.\d{1,2})?)$/.exec(latinDigits(search))?.[1]?.replaceAll(',', '')
  return typed === undefined ? null : parseDecimal(typed, 2)
}

/** A part of a list, usually the rows of one status: the searches that find its rows, and how many matches are counted at most. */
export type Part = { name: string; found: readonly Sql<unknown>[]; most: number | null }

/** The ids found in a part: each search uses its own index and reads no further than necessary. */
function idsOf({ found, most }: Part): Sql<unknown> {
  const each = found.map((one) => sql`(${one} limit ${most})`)
  return sql`select id from (${sql.join(each, sql` union `)}) as found limit ${most}`
}

/** The same of several parts, for a statement that begins `with ${peopleFound(search, most)}`. */
export function idsOfParts(parts: readonly Part[]): Sql<unknown> {
  return sql.join(
    parts.map((part) => sql`(${idsOf(part)})`),
    sql` union all `,
  )
}

/** How many rows each part has, and the parts in which a search has more matches than it counts. */
export type Counted<Name extends string> = { counts: Record<Name, number>; cut: ReadonlySet<Name> }

/** The same for a search. */
export async function countFound<Name extends string>(
  db: Db,
  search: string,
  parts: readonly (Part & { name: Name })[],
): Promise<Counted<Name>> {
  const counts = parts.map(
    (part) => sql`select ${part.name} as part, count(*)::integer as n from (${idsOf(part)}) as ids`,
  )
  const { rows } = await sql<{ part: string; n: number }>`
    with ${peopleFound(search, FOUND_MAX)}
    select 'people' as part, count(*)::integer as n from people union all ${sql.join(counts, sql` union all `)}`.execute(
    db,
  )
  const found = new Map(rows.map(({ part, n }) => [part, n]))
  const reaches = (name: string, most: number) => (found.get(name) ?? 0) >= most
  const isCut = ({ name, most }: Part) => most !== null && (reaches('people', FOUND_MAX) || reaches(name, most))
  const names = parts.map((part) => part.name)
  return { counts: countsOf(names, found), cut: new Set(parts.filter(isCut).map((part) => part.name)) }
}

/** Whether a list lacks some of the rows that its search matches. */
export function isCut<Status extends string>({ cut }: Counted<Status>, status: Status | undefined): boolean {
  return status === undefined ? cut.size > 0 : cut.has(status)
}

/** A pattern that matches texts containing the search. */
export function containing(search: string): string {
  return `%${search.replace(/[\\%_]/g, '\\$&')}%`
}

/** How many rows each part of a list has, as triggers keep the counts; a part that never had a row is missing. */
export async function keptCounts(db: Db, list: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ part: string; n: number }>`
    select part, sum(n)::integer as n from list_counts where list = ${list} group by part`.execute(db)
  return new Map(rows.map(({ part, n }) => [part, n]))
}

/** Counts by part as a list's reply names them; zero for a part without rows. */
export function countsOf<Part extends string>(
  parts: readonly Part[],
  counted: ReadonlyMap<string, number>,
): Record<Part, number> {
  return tableOf(parts, (part) => counted.get(part) ?? 0)
}
