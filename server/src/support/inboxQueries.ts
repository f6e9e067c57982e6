import type { Role } from '@bittkosh/contract/roles'
import type { Asker, InboxTab } from '@bittkosh/contract/inbox'
import type { Language } from '@bittkosh/contract/language'
import { FOUND_MAX } from '@bittkosh/contract/shapes'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import type { MomentKey } from '../platform/http/cursor.ts'
import { countsOf, keptCounts, peopleFound, withId, withText } from '../platform/lists.ts'
import { conversationColumns, type ConversationRow } from './queries.ts'
import type { Newest } from './rules.ts'

export type InboxRow = ConversationRow & {
  last_text: string
  last_by: number | null
  name: string
  email: string | null
  admin_name: string | null
}

const inboxColumns = sql`${conversationColumns}, m.text as last_text, m.admin_id as last_by,
           coalesce(u.name, c.visitor_name) as name, coalesce(u.email, c.visitor_email) as email, a.name as admin_name`
const inboxTables = sql`conversations c
      join conversation_messages m on m.id = c.last_message
      left join users u on u.id = c.user_id
      left join users a on a.id = c.assigned_to`

type Shown = { tab: InboxTab; admin: number; search: string | undefined }

/** The condition for the rows of a tab, on the conversation `c`. */
function isIn(tab: InboxTab, admin: number): Sql<boolean> {
  switch (tab) {
    case 'mine':
      return sql<boolean>`c.assigned_to = ${admin} and c.status <> 'closed'`
    case 'unassigned':
      return sql<boolean>`c.assigned_to is null and c.status <> 'closed'`
    default:
      return sql<boolean>`c.status = ${sql.lit(tab)}`
  }
}

/** Conversations that wait for the team are shown longest wait first; the others newest first. */
function isOldestFirst(tab: InboxTab): boolean {
  return tab === 'open' || tab === 'mine' || tab === 'unassigned'
}

/** The ids that match a search: by person, visitor, message and number, each through its own index (docs/lists.md). */
function withFound(search: string | undefined): Sql<unknown> {
  if (!search) return sql``
  const each = [
    sql`select id from conversations where user_id in (select id from people)`,
    ...withText(sql`select id from conversations where user_id is null`, ['visitor_name', 'visitor_email'], search),
    ...withText(sql`select conversation_id as id from conversation_messages where true`, ['text'], search),
    ...withId(sql`select id from conversations where true`, search),
  ].map((one) => sql`(${one} limit ${FOUND_MAX})`)
  return sql`with ${peopleFound(search, FOUND_MAX)}, found as materialized (${sql.join(each, sql` union `)})`
}

export async function inboxPage(
  db: Db,
  { tab, admin, search, after, limit }: Shown & { after: MomentKey | undefined; limit: number },
): Promise<InboxRow[]> {
  const [direction, beyond] = isOldestFirst(tab) ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const { rows } = await sql<InboxRow>`
    ${withFound(search)}
    select ${inboxColumns}
      from ${inboxTables}
     where ${isIn(tab, admin)}
       ${search ? sql`and c.id in (select id from found)` : sql``}
       ${after ? sql`and (c.last_at, c.id) ${beyond} (${after.at}, ${after.id})` : sql``}
     order by c.last_at ${direction}, c.id ${direction}
     limit ${limit}`.execute(db)
  return rows
}

/** The number of rows in each tab, or the number of a search's matches in each. */
export async function inboxCounts(db: Db, { admin, search }: Omit<Shown, 'tab'>) {
  if (search) {
    const { rows } = await sql<Record<InboxTab | 'found', number>>`
      ${withFound(search)}
      select (select count(*)::integer from found) as found,
             count(*) filter (where c.status = 'open')::integer as open,
             count(*) filter (where c.status = 'waiting')::integer as waiting,
             count(*) filter (where c.status = 'closed')::integer as closed,
             count(*) filter (where ${isIn('mine', admin)})::integer as mine,
             count(*) filter (where ${isIn('unassigned', admin)})::integer as unassigned
        from conversations c
       where c.id in (select id from found)`.execute(db)
    const { found, ...counts } = onlyRow(rows, 'counts of a search')
    return { counts, isCut: found >= FOUND_MAX }
  }
  const kept = countsOf(['open', 'waiting', 'closed'], await keptCounts(db, 'conversations'))
  const { rows } = await sql<{ mine: number; unassigned: number }>`
    select (select count(*)::integer from conversations c where ${isIn('mine', admin)}) as mine,
           (select count(*)::integer from conversations c where ${isIn('unassigned', admin)}) as unassigned`.execute(db)
  return { counts: { ...kept, ...onlyRow(rows, 'counts of the inbox') }, isCut: false }
}

export async function countOpen(db: Db): Promise<number> {
  return (await keptCounts(db, 'conversations')).get('open') ?? 0
}

export async function inboxRow(db: Db | Tx, id: number): Promise<InboxRow | undefined> {
  const { rows } = await sql<InboxRow>`select ${inboxColumns} from ${inboxTables} where c.id = ${id}`.execute(db)
  return rows[0]
}

/** The newest message of a locked conversation, and the admin who wrote it; null: the person. */
export async function newestOf(tx: Tx, conversation: number): Promise<Newest> {
  const { rows } = await sql<Newest>`
    select m.id, a.name as by, m.created_at as at
      from conversations c
      join conversation_messages m on m.id = c.last_message
      left join users a on a.id = m.admin_id
     where c.id = ${conversation}`.execute(tx)
  return onlyRow(rows, `newest message of conversation ${conversation}`)
}

export type Recipient = { email: string; language: Language; is_active: boolean; is_proven: boolean }

export async function recipientOf(tx: Tx, user: number): Promise<Recipient> {
  const { rows } = await sql<Recipient>`
    select email, language, is_active, email_verified_at is not null as is_proven from users where id = ${user}`.execute(
    tx,
  )
  return onlyRow(rows, `user ${user}`)
}

export async function setAssigned(tx: Tx, id: number, admin: number | null): Promise<void> {
  await sql`update conversations set assigned_to = ${admin} where id = ${id}`.execute(tx)
}

export async function setState(tx: Tx, id: number, status: ConversationRow['status']): Promise<void> {
  await sql`update conversations set status = ${status} where id = ${id}`.execute(tx)
}

export type Answerer = { id: number; name: string; roles: Role[] }

/** Every active admin, by name; their roles decide who may answer. */
export async function adminsByName(db: Db): Promise<Answerer[]> {
  const { rows } = await sql<Answerer>`
    select id, name, roles from users where role = 'admin' and is_active and closed_at is null order by name, id`.execute(
    db,
  )
  return rows
}

/** An active admin, locked against changes until the transaction ends. */
export async function holdAnswerer(tx: Tx, id: number): Promise<Answerer | undefined> {
  const { rows } = await sql<Answerer>`
    select id, name, roles from users
     where id = ${id} and role = 'admin' and is_active and closed_at is null for share`.execute(tx)
  return rows[0]
}

const RECORDS_SHOWN = 5

/** The person who writes, without wallet and KYC, which belong to other rooms. */
export async function askerFacts(
  db: Db,
  user: number,
  at: Date,
): Promise<Omit<Asker, 'wallet' | 'kyc'> & { language: Language }> {
  const { rows } = await sql<Omit<Asker, 'wallet' | 'kyc' | 'records'> & { language: Language }>`
    select u.id, u.name, u.email, u.email_verified_at is not null as email_verified, u.phone, u.is_active,
           u.frozen_at is not null as is_frozen, u.created_at, u.language,
           array(select f.kind from flags f where f.user_id = u.id and f.subject = 'user' order by f.kind) as flags
      from users u
     where u.id = ${user}`.execute(db)
  const { rows: records } = await sql<Asker['records'][number]>`
    (select 'deposit' as kind, id, requested_amount as amount, status, created_at as at
       from deposits where user_id = ${user} order by created_at desc limit ${RECORDS_SHOWN})
    union all
    (select 'withdrawal', id, amount, status, created_at
       from withdrawals where user_id = ${user} order by created_at desc limit ${RECORDS_SHOWN})
    union all
    (select 'transfer', id, amount,
            case when status = 'pending' and otp_expires_at <= ${at} then 'expired' else status end, created_at
       from balance_transfers where sender_id = ${user} order by created_at desc limit ${RECORDS_SHOWN})
    union all
    (select 'investment', id, amount,
            case when claimed_at is not null then 'withdrawn' when matures_at <= ${at} then 'matured' else 'active' end, bought_at
       from investments where user_id = ${user} order by bought_at desc limit ${RECORDS_SHOWN})
     order by at desc
     limit ${RECORDS_SHOWN}`.execute(db)
  return { ...onlyRow(rows, `user ${user}`), records }
}
