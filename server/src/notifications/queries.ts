import type { NotificationType } from '@bittkosh/contract/notifications'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import type { NotificationRow } from './serialize.ts'

const columns = sql`n.id, n.user_id, n.kind, n.values, n.about, n.title, n.message, n.title_hi, n.message_hi, n.type, n.created_at, n.expires_at`

/** A global notification is shown until it expires or is recalled. */
function isShownToAll(n: Sql, at: Date): Sql<boolean> {
  return sql`${n}.user_id is null and ${n}.expires_at > ${at} and ${n}.recalled_at is null`
}

/** A page of a user's own notifications and the unexpired global ones, newest first. Depth costs nothing. */
export async function notificationsOf(
  db: Db,
  { user, at, before, limit }: { user: number; at: Date; before: number | undefined; limit: number },
): Promise<NotificationRow[]> {
  const older = before === undefined ? sql`` : sql`and id < ${before}`
  const { rows } = await sql<NotificationRow>`
    select ${columns},
           case when n.user_id is null then r.user_id is not null else n.read_at is not null end as is_read
      from ((select *
               from notifications
              where user_id = ${user} ${older}
              order by id desc
              limit ${limit})
            union all
            (select *
               from notifications
              where ${isShownToAll(sql`notifications`, at)} ${older}
              order by id desc
              limit ${limit})) as n
      left join notification_reads r on r.notification_id = n.id and r.user_id = ${user}
     order by n.id desc
     limit ${limit}`.execute(db)
  return rows
}

type Bell = { unread_count: number; state: string; ends_at: Date | null }

/**
 * The unread count, and a text that changes when a notice comes or one of the user's balances moves; `ends_at` is when the next
 * global notification expires.
 */
export async function bellOf(db: Db, user: number, at: Date): Promise<Bell> {
  const { rows } = await sql<Bell>`
    select ((select count(*) from notifications where user_id = ${user} and read_at is null)
          + (select count(*)
               from notifications n
              where ${isShownToAll(sql`n`, at)}
                and not exists (select from notification_reads r
                                 where r.notification_id = n.id and r.user_id = ${user})))::integer as unread_count,
           concat_ws('.',
             greatest((select max(id) from notifications where user_id = ${user}),
                      (select max(n.id) from notifications n where ${isShownToAll(sql`n`, at)}), 0),
             (select string_agg(balance::text, '.' order by kind)
                from ledger_accounts where holder = ${user})) as state,
           (select min(n.expires_at) from notifications n where ${isShownToAll(sql`n`, at)}) as ends_at`.execute(db)
  return onlyRow(rows, `the bell of user ${user}`)
}

/** Marks one as read; undefined if this user may read no such one. One that is already read keeps its timestamp. */
export async function readOne(
  tx: Tx,
  { id, user, at }: { id: number; user: number; at: Date },
): Promise<NotificationRow | undefined> {
  const { rows } = await sql<NotificationRow>`
    select ${columns}, true as is_read
      from notifications n
     where n.id = ${id} and (n.user_id = ${user} or (${isShownToAll(sql`n`, at)}))`.execute(tx)
  const [found] = rows
  if (!found) return undefined
  await (
    found.user_id !== null
      ? sql`update notifications set read_at = ${at} where id = ${id} and read_at is null`
      : sql`insert into notification_reads (notification_id, user_id, read_at) values (${id}, ${user}, ${at})
            on conflict do nothing`
  ).execute(tx)
  return found
}

export async function readAll(tx: Tx, user: number, at: Date): Promise<void> {
  await sql`update notifications set read_at = ${at} where user_id = ${user} and read_at is null`.execute(tx)
  await sql`
    insert into notification_reads (notification_id, user_id, read_at)
    select id, ${user}, ${at} from notifications where ${isShownToAll(sql`notifications`, at)}
    on conflict do nothing`.execute(tx)
}

export type SentNotification = {
  title: string
  message: string
  title_hi: string
  message_hi: string
  type: NotificationType
}

/** Sends one to a user; undefined if there is no such user, or if the account is closed or an admin's. */
export async function insertIndividual(
  tx: Tx,
  at: Date,
  { user, sent }: { user: number; sent: SentNotification },
): Promise<NotificationRow | undefined> {
  const { rows } = await sql<NotificationRow>`
    insert into notifications as n (user_id, title, message, title_hi, message_hi, type, created_at)
    select id, ${sent.title}, ${sent.message}, ${sent.title_hi}, ${sent.message_hi}, ${sent.type}, ${at}
      from users
     where id = ${user} and role = 'user' and closed_at is null
       for share -- a closing erases what was sent before it
    returning ${columns}, false as is_read`.execute(tx)
  return rows[0]
}

export async function insertGlobal(
  tx: Tx,
  at: Date,
  { expiresAt, sent }: { expiresAt: Date; sent: SentNotification },
): Promise<NotificationRow> {
  const { rows } = await sql<NotificationRow>`
    insert into notifications as n (title, message, title_hi, message_hi, type, created_at, expires_at)
    values (${sent.title}, ${sent.message}, ${sent.title_hi}, ${sent.message_hi}, ${sent.type}, ${at}, ${expiresAt})
    returning ${columns}, false as is_read`.execute(tx)
  return onlyRow(rows, 'a global notice')
}

export type SentRow = NotificationRow & {
  expires_at: Date
  recalled_at: Date | null
  sent_by: string | null
  read_count: number
}

const sentColumns = sql`${columns}, false as is_read, n.recalled_at,
           (select u.name from audit_log l join users u on u.id = l.admin_id
             where l.subject = 'notification' and l.subject_id = n.id and l.action = 'global notification sent'
             limit 1) as sent_by,
           (select count(*) from notification_reads r where r.notification_id = n.id)::integer as read_count`

/** The notifications to every user, newest first. */
export async function globalNotifications(
  db: Db,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<SentRow[]> {
  const { rows } = await sql<SentRow>`
    select ${sentColumns}
      from notifications n
     where n.user_id is null ${before === undefined ? sql`` : sql`and n.id < ${before}`}
     order by n.id desc
     limit ${limit}`.execute(db)
  return rows
}

/** A global notification, locked until the transaction ends. */
export async function lockGlobal(tx: Tx, id: number): Promise<SentRow | undefined> {
  const { rows } = await sql<SentRow>`
    select ${sentColumns} from notifications n where n.id = ${id} and n.user_id is null for update of n`.execute(tx)
  return rows[0]
}

export async function recall(tx: Tx, at: Date, id: number): Promise<void> {
  await sql`update notifications set recalled_at = ${at} where id = ${id}`.execute(tx)
}
