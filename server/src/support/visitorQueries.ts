import type { Language } from '@bittkosh/contract/language'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { conversationColumns, type ConversationRow } from './queries.ts'

const ADDRESS_LOCK = 7302290

/** Serialises calls for one address, so that it gets one link and is counted correctly. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADDRESS_LOCK}, hashtext(${email}))`.execute(tx)
}

/** When a link was last mailed to an address with waiting messages; null if none was. */
export async function linkMailedAt(tx: Tx, email: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(created_at) as at from contact_requests where email = ${email} and token_hash is not null`.execute(tx)
  return onlyRow(rows, 'a moment').at
}

/** Stores a message until its address is confirmed. Of those without a mailed link, only the newest `most` stay. */
export async function insertRequest(
  tx: Tx,
  at: Date,
  request: { email: string; name: string; text: string; language: Language; tokenHash: Buffer | null; most: number },
): Promise<void> {
  await sql`
    delete from contact_requests
     where email = ${request.email} and token_hash is null
       and id not in (select id from contact_requests where email = ${request.email} and token_hash is null
                       order by id desc limit ${request.most - 1})`.execute(tx)
  await sql`
    insert into contact_requests (email, name, text, language, token_hash, created_at)
    values (${request.email}, ${request.name}, ${request.text}, ${request.language}, ${request.tokenHash}, ${at})`.execute(
    tx,
  )
}

/** The address that a link was mailed to, while the link is valid. */
export async function addressOfLink(
  db: Db | Tx,
  { tokenHash, since }: { tokenHash: Buffer; since: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select email from contact_requests where token_hash = ${tokenHash} and created_at > ${since}`.execute(db)
  return rows[0]?.email
}

export type RequestRow = { id: number; name: string; text: string; language: Language; created_at: Date }

/** An address's waiting messages, oldest first. */
export async function requestsOf(db: Db | Tx, email: string): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select id, name, text, language, created_at from contact_requests where email = ${email} order by id`.execute(db)
  return rows
}

export async function dropRequests(tx: Tx, email: string): Promise<void> {
  await sql`delete from contact_requests where email = ${email}`.execute(tx)
}

/** After a clock that ran ahead: messages dated after `ahead` wait from now, and their links live no longer than others. */
export async function endContactsAhead(tx: Tx, { now, ahead }: { now: Date; ahead: Date }): Promise<void> {
  await sql`update contact_requests set created_at = ${now} where created_at > ${ahead}`.execute(tx)
}

export async function sweepRequests(tx: Tx, before: Date): Promise<void> {
  await sql`delete from contact_requests where created_at < ${before}`.execute(tx)
}

/** A visitor's conversation whose last message is later than `since`. */
export async function visitorConversation(db: Db, id: number, since: Date): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    select ${conversationColumns}
      from conversations c
     where c.id = ${id} and c.visitor_email is not null and c.last_at > ${since}`.execute(db)
  return rows[0]
}

/** The open account that has proven an address. */
export async function accountOf(db: Db, email: string) {
  const { rows } = await sql<{ id: number; name: string; is_active: boolean }>`
    select id, name, is_active from users
     where email = ${email} and email_verified_at is not null and closed_at is null`.execute(db)
  return rows[0] ?? null
}
