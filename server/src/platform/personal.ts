/**
 * How a room describes what it keeps about people: what they get when they ask for it, and what closing their account
 * erases.
 */
import type { Tx } from './database/database.ts'
import { type Sql, sql } from './database/sql.ts'

/** Somebody whose account closes, with everything by which a text may name them. */
export type Person = {
  id: number
  /** The moment of the closing. */
  at: Date
  isAdmin: boolean
  /** The name of the account and those it had. */
  names: readonly string[]
  /** E-mail addresses and phone numbers, those it had included. */
  contacts: readonly string[]
}

/**
 * One table with something about people. A table that names a user and is in no room's list fails
 * `tests/personalData.test.ts`, so that a new one is neither forgotten in the export nor in the erasure.
 */
export type PersonalTable = {
  table: string
  /** Its columns that name a user, by number or by contact: the person, or an admin who acted. */
  columns: readonly string[]
  /**
   * The rows about one person, oldest first, under a name of the document; or why nobody gets them. What admins wrote for
   * each other is only in the operator's document.
   */
  exported: { as: string; rows: (user: number) => Sql<PersonalRow>; onlyFor?: 'operator' } | { withheld: string }
  /** What closing the account does with them; or why they stay. */
  erased: ((tx: Tx, person: Person) => Promise<void>) | { stays: string }
}

/** Money as bigint in paise, moments as Date; `pictures` are ids of stored pictures. Never a hash, token, code or key. */
export type PersonalRow = Record<string, unknown>

/** Why what is booked stays. */
export const FIGURES = { stays: 'figures of the books, under the number of the account' }

/** What stands in the place of a name that was erased from somebody else's record. */
export const ERASED_NAME = 'Closed account'

const GROUPING = ' \t\n\u00a0()./\u2010-\u2014-' // what people write between the digits of a phone number, within [ ]

/** A text in which no name and no contact of a person is left, a phone number however its digits are grouped. */
export function withoutNames(text: string, { names, contacts }: Pick<Person, 'names' | 'contacts'>): string {
  const known = [...names, ...contacts].toSorted((a, b) => b.length - a.length) // the longest first: one may contain another
  return known.reduce((rest, name) => rest.replace(isPhone(name) ? asPhone(name) : asWords(name), ERASED_NAME), text)
}

/**
 * The condition that a text may have a contact in it: whether it has, `withoutNames` knows. One pattern: ten times as fast as the
 * text without grouping, and no slower than a search for each contact as it is (4 s of 500,000 acts).
 */
export function mayContain(text: Sql<unknown>, contacts: readonly string[]): Sql<boolean> {
  return sql<boolean>`${text} ~* ${contacts.map(patternOf).join('|')}`
}

/** In lower case, without what groups digits: as a search and what it finds are compared. */
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

/** Read alike by JavaScript and PostgreSQL. */
function patternOf(name: string): string {
  if (isPhone(name)) return [...name.replace('+', '')].join(`[${GROUPING}]*`)
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
