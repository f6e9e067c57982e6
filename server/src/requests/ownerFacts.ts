/** A request's owner: what an admin sees of them, what to compare the request with, and where mail goes. */
import type { Language } from '@bittkosh/contract/language'
import type { Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { hasOutcome } from './table.ts'

/** The owner's columns, for statements that call the owner `u`; see contract/requests.ts `requester`. */
export const ownerColumns = sql`u.name, u.email, u.phone, u.created_at as registered_at, u.is_active,
           u.frozen_at is not null as is_frozen`
export type OwnerRow = {
  name: string
  email: string | null
  phone: string | null
  registered_at: Date
  is_active: boolean
  is_frozen: boolean
}

/** Whether a request of another user has the same text (a payee, a number). */
export function isSeenElsewhere(table: string, alias: string, column: string): Sql<boolean> {
  const mine = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`exists (select from ${sql.table(table)} o
                     where ${sql.ref(`o.${column}`)} = ${mine(column)} and o.user_id <> ${mine('user_id')})`
}

/** The owner's largest other granted amount in the table; null if there is none. */
export function largestApproved(table: string, alias: string, amount: string): Sql<unknown> {
  return sql`(select max(${sql.ref(`o.${amount}`)}) from ${sql.table(table)} o
               where o.user_id = ${sql.ref(`${alias}.user_id`)} and o.id <> ${sql.ref(`${alias}.id`)}
                 and ${hasOutcome('o.status', 'granted')})`
}

/** The largest granted amount of a person's deposits and withdrawals; null if there is none. */
export function largestOfAll(user: Sql<unknown>): Sql<unknown> {
  const largest = (table: string, amount: string) => sql`
    (select max(${sql.ref(`o.${amount}`)}) from ${sql.table(table)} o
      where o.user_id = ${user} and ${hasOutcome('o.status', 'granted')})`
  return sql`greatest(${largest('deposits', 'approved_amount')}, ${largest('withdrawals', 'amount')})`
}

/** Whether the owner made no earlier request of the table. One that they cancelled does not count. */
export function isFirst(table: string, alias: string): Sql<boolean> {
  return sql`not exists (select from ${sql.table(table)} o
                         where o.user_id = ${sql.ref(`${alias}.user_id`)} and o.id < ${sql.ref(`${alias}.id`)}
                           and o.status <> 'cancelled')`
}

/** The owner's five latest other requests of the table, each as an object of these columns; `o` is the other request. */
export function latestOthers(table: string, alias: string, shown: Sql<unknown>): Sql<unknown> {
  return sql`(select coalesce(jsonb_agg(${shown}), '[]')
                from (select * from ${sql.table(table)} o
                       where o.user_id = ${sql.ref(`${alias}.user_id`)} and o.id <> ${sql.ref(`${alias}.id`)}
                       order by o.created_at desc, o.id desc limit 5) as o)`
}

/** The owner's contact, without the name if the address is not proven; undefined once the account is closed. */
export async function ownerOf(
  tx: Tx,
  user: number,
): Promise<{ name: string | null; email: string; language: Language } | undefined> {
  const { rows } = await sql<{ name: string | null; email: string; language: Language }>`
    select case when email_verified_at is not null then name end as name, email, language
      from users where id = ${user} and email is not null`.execute(tx)
  return rows[0]
}
