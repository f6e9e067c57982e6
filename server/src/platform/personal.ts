/**
 * How a room describes the data that it keeps about people: what they get when they ask for it, and what closing their
 * account erases.
 */
import type { Tx } from './database/database.ts'
import { type Sql, sql } from './database/sql.ts'

/** A person whose account is closed, with everything by which a text may name them. */
export type Person = {
  id: number
  /** The moment of the closing. */
  at: Date
  isAdmin: boolean
  /** The current and former names of the account. */
  names: readonly string[]
  /** Current and former e-mail addresses and phone numbers. */
  contacts: readonly string[]
}

/**
 * One table with data about people. A table that names a user and is in no room's list fails
 * `tests/personalData.test.ts`, so a new table is forgotten neither in the export nor in the erasure.
 */
export type PersonalTable = {
  table: string
  /** Its columns that name a user, by number or by contact: the person, or an admin who acted. */
  columns: readonly string[]
  /**
   * The rows about one person, oldest first, under this key of the document; or why they are withheld. What admins wrote
   * for each other is only in the operator's document.
   */
  exported:
    | { as: string; rows: (user: number, at: Date) => Sql<PersonalRow>; onlyFor?: 'operator' }
    | { withheld: string }
  /** What closing the account does with the rows; or why they stay. */
  erased: ((tx: Tx, person: Person) => Promise<void>) | { stays: string }
}

/** Money as bigint in paise, moments as Date; `pictures` are ids of stored pictures. Never a hash, token, code or key. */
export type PersonalRow = Record<string, unknown>

/** Why bookings stay. */
export const FIGURES = { stays: 'figures of the books, under the number of the account' }

/** What replaces an erased name in somebody else's record. */
export const ERASED_NAME = 'Closed account'

const GROUPING = ' \t\n\u00a0()./\u2010-\u2014-' // what people write between the digits of a phone number, within [ ]

/** The text without the names and contacts of a person; a phone number is found however its digits are grouped. */
export function withoutNames(text: string, { names, contacts }: Pick<Person, 'names' | 'contacts'>): string {
  const known = [...names, ...contacts].toSorted((a, b) => b.length - a.length) // the longest first: one may contain another
  return known.reduce((rest, name) => rest.replace(isPhone(name) ? asPhone(name) : asWords(name), ERASED_NAME), text)
}

/**
 * The condition that a text may contain one of these contacts; `withoutNames` then decides exactly. It is one pattern: ten
 * times as fast as removing the grouping from the text, and no slower than searching for each contact verbatim (4 s for
 * 500,000 acts).
 */
export function mayContain(text: Sql<unknown>, contacts: readonly string[]): Sql<boolean> {
  if (contacts.length === 0) return sql<boolean>`false` // an empty pattern would match every text
  return sql<boolean>`${text} ~* ${contacts.map(patternOf).join('|')}`
}

/** In lower case and without characters that group digits: the form in which a search and the searched text are compared. */
export function ungrouped(text: string): string {
  return text.toLowerCase().replaceAll(new RegExp(`[${GROUPING}]`, 'gu'), '')
}

function isPhone(contact: string): boolean {
  return /^\+?\d+$/.test(contact)
}

function asPhone(phone: string): RegExp {
  return new RegExp(String.raw`(?<!\p{N})\+?(?:0[${GROUPING}]*){0,2}${patternOf(phone)}(?!\p{N})`, 'gu')
}

function asWords(name: string): RegExp {
  const letter = String.raw`[\p{L}\p{M}\p{N}]`
  return new RegExp(`(?<!${letter})${patternOf(name)}(?!${letter})`, 'giu')
}

/** A pattern that JavaScript and PostgreSQL interpret alike. */
function patternOf(name: string): string {
  if (isPhone(name)) return [...name.replace('+', '')].join(`[${GROUPING}]*`)
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
