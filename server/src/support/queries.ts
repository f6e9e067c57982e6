import type { Language } from '@bittkosh/contract/language'
import type { About, AboutKind, ConversationState } from '@bittkosh/contract/support'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import type { MomentKey } from '../platform/http/cursor.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

export type ConversationRow = {
  id: number
  user_id: number | null
  visitor_name: string | null
  visitor_email: string | null
  visitor_language: Language | null
  about_kind: AboutKind | null
  about_id: number | null
  status: ConversationState
  assigned_to: number | null
  read_until: number
  last_message: number
  last_at: Date
  created_at: Date
}

/** The columns of a conversation `c`. */
export const conversationColumns = sql`c.id, c.user_id, c.visitor_name, c.visitor_email, c.visitor_language, c.about_kind,
           c.about_id, c.status, c.assigned_to, c.read_until, c.last_message, c.last_at, c.created_at`

/** A conversation with its newest message. */
export type ListedRow = ConversationRow & {
  last_text: string
  last_by: number | null
  unread: number
  /** The type of the line in the wallet's history that it is about; null if it is about nothing there. */
  about_line: string | null
  /** The public number of the record it is about. */
  about_number: string | null
}

const listed = sql`${conversationColumns}, m.text as last_text, m.admin_id as last_by,
           (select count(*)::integer from conversation_messages a
             where a.conversation_id = c.id and a.id > c.read_until and a.admin_id is not null) as unread,
           case c.about_kind
             when 'deposit' then 'deposit'
             when 'withdrawal' then 'withdrawal'
             when 'transfer' then (select case when sender_id = c.user_id then 'balance_transfer_sent' else 'balance_transfer_received' end
                                     from balance_transfers where id = c.about_id)
             when 'flexible' then (select 'flexible_' || type from flexible_movements where id = c.about_id)
             when 'adjustment' then 'adjustment'
           end as about_line,
           case c.about_kind
             when 'deposit' then (select number from deposits where id = c.about_id)
             when 'withdrawal' then (select number from withdrawals where id = c.about_id)
             when 'transfer' then (select number from balance_transfers where id = c.about_id)
             when 'investment' then (select number from investments where id = c.about_id)
             when 'flexible' then (select number from flexible_movements where id = c.about_id)
             when 'adjustment' then (select number from balance_adjustments where id = c.about_id)
           end as about_number`

/** A page of a user's conversations, most recently written first. */
export async function conversationsPage(
  db: Db | Tx,
  { user, before, limit }: { user: number; before: MomentKey | undefined; limit: number },
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select ${listed}
      from conversations c
      join conversation_messages m on m.id = c.last_message
     where c.user_id = ${user}
       and (${before?.at ?? null}::timestamptz is null or (c.last_at, c.id) < (${before?.at ?? null}, ${before?.id ?? 0}))
     order by c.last_at desc, c.id desc
     limit ${limit}`.execute(db)
  return rows
}

export async function ownConversation(db: Db | Tx, user: number, id: number): Promise<ListedRow | undefined> {
  const { rows } = await sql<ListedRow>`
    select ${listed}
      from conversations c
      join conversation_messages m on m.id = c.last_message
     where c.id = ${id} and c.user_id = ${user}`.execute(db)
  return rows[0]
}

/** A conversation, locked until the transaction ends; only of `user` if one is given. */
export async function lockConversation(tx: Tx, id: number, user?: number): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    select ${conversationColumns}
      from conversations c
     where c.id = ${id} and (${user ?? null}::integer is null or c.user_id = ${user ?? null})
       for update of c`.execute(tx)
  return rows[0]
}

/** The number of unclosed conversations of a user, or of a visitor's address. */
export async function countUnclosed(tx: Tx, of: { user: number } | { email: string }): Promise<number> {
  const whose = 'user' in of ? sql`user_id = ${of.user}` : sql`visitor_email = ${of.email}`
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from conversations where ${whose} and status <> 'closed'`.execute(tx)
  return onlyRow(rows, 'a count of conversations').n
}

const owned: Record<AboutKind, (about: About, user: number) => Sql<unknown>> = {
  deposit: ({ id }, user) => sql`select from deposits where id = ${id} and user_id = ${user}`,
  withdrawal: ({ id }, user) => sql`select from withdrawals where id = ${id} and user_id = ${user}`,
  transfer: ({ id }, user) => sql`select from balance_transfers
     where id = ${id} and (sender_id = ${user} or receiver_id = ${user} and status = 'completed')`,
  investment: ({ id }, user) => sql`select from investments where id = ${id} and user_id = ${user}`,
  flexible: ({ id }, user) => sql`select from flexible_movements
     where id = ${id} and user_id = ${user} and type <> 'taken_back'`,
  adjustment: ({ id }, user) => sql`select from balance_adjustments where id = ${id} and user_id = ${user}`,
  kyc: ({ id }, user) => sql`select from kyc_records where id = ${id} and user_id = ${user}`,
}

/** Whether a record is one of this user's. */
export async function isOwn(db: Db | Tx, user: number, about: About): Promise<boolean> {
  const { rows } = await owned[about.kind](about, user).execute(db)
  return rows.length > 0
}

type Whose = { user: number } | { name: string; email: string; language: Language }

export async function insertConversation(tx: Tx, at: Date, whose: Whose, about: About | null): Promise<number> {
  const visitor = 'user' in whose ? null : whose
  const { rows } = await sql<{ id: number }>`
    insert into conversations (user_id, visitor_name, visitor_email, visitor_language, about_kind, about_id, status, last_at,
                               created_at)
    values (${'user' in whose ? whose.user : null}, ${visitor?.name ?? null}, ${visitor?.email ?? null},
            ${visitor?.language ?? null}, ${about?.kind ?? null}, ${about?.id ?? null}, 'open', ${at}, ${at})
    returning id`.execute(tx)
  return onlyRow(rows, 'a conversation').id
}

export type MessageRow = {
  id: number
  admin_id: number | null
  by: string | null
  text: string
  pictures: string[]
  created_at: Date
}

/** Adds a message, which updates the conversation's newest message and state. */
export async function insertMessage(
  tx: Tx,
  at: Date,
  message: { conversation: number; admin: number | null; text: string; pictures: readonly string[] },
  state: ConversationState,
): Promise<MessageRow> {
  const { rows } = await sql<MessageRow>`
    with m as (
      insert into conversation_messages (conversation_id, admin_id, text, pictures, created_at)
      values (${message.conversation}, ${message.admin}, ${message.text}, ${message.pictures}, ${at})
      returning *),
    c as (
      update conversations c set last_message = m.id, last_at = m.created_at, status = ${state},
             -- who writes has read what stands above
             read_until = case when m.admin_id is null then m.id else c.read_until end
        from m where c.id = m.conversation_id)
    select m.id, m.admin_id, a.name as by, m.text, m.pictures, m.created_at
      from m left join users a on a.id = m.admin_id`.execute(tx)
  return onlyRow(rows, 'a message')
}

/** A page of messages, newest first. */
export async function messagesPage(
  db: Db | Tx,
  conversation: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select m.id, m.admin_id, a.name as by, m.text, m.pictures, m.created_at
      from conversation_messages m
      left join users a on a.id = m.admin_id
     where m.conversation_id = ${conversation} ${before === undefined ? sql`` : sql`and m.id < ${before}`}
     order by m.id desc
     limit ${limit}`.execute(db)
  return rows
}

export async function markRead(tx: Tx, id: number, message: number): Promise<void> {
  await sql`
    update conversations set read_until = greatest(read_until, least(${message}, last_message)) where id = ${id}`.execute(
    tx,
  )
}

/** Deletes a user's conversations and an admin's assignments; returns the ids of their pictures. */
export async function deleteConversations(
  tx: Tx,
  { id: user, contacts }: { id: number; contacts: readonly string[] },
): Promise<string[]> {
  const theirs = sql`(c.user_id = ${user} or c.visitor_email = any (${contacts}::text[]))`
  await sql`update conversations set assigned_to = null where assigned_to = ${user}`.execute(tx)
  await sql`delete from contact_requests where email = any (${contacts}::text[])`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select p.id
      from conversations c
      join conversation_messages m on m.conversation_id = c.id
     cross join unnest(m.pictures) as p (id)
     where ${theirs}`.execute(tx)
  await sql`delete from conversations c where ${theirs}`.execute(tx)
  return rows.map(({ id }) => id)
}
