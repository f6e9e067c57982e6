/**
 * How a room describes what it keeps about people: what they get when they ask for it, and what closing their account
 * erases.
 */
import type { Tx } from './database/database.ts'
import type { Sql } from './database/sql.ts'

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

/** A text in which no name and no contact of a person is left. */
export function withoutNames(text: string, { names, contacts }: Pick<Person, 'names' | 'contacts'>): string {
  const known = [...names, ...contacts].toSorted((a, b) => b.length - a.length) // the longest first: one may contain another
  return known.reduce((rest, name) => rest.replace(asWords(name), ERASED_NAME), text)
}

function asWords(name: string): RegExp {
  const letter = String.raw`[\p{L}\p{M}\p{N}]`
  const literally = name.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return new RegExp(`(?<!${letter})${literally}(?!${letter})`, 'giu')
}
