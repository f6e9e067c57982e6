import type { Paise } from '@bittkosh/contract/money'
import { type Notice, notices as noticeKinds } from '@bittkosh/contract/notices'
import * as z from 'zod/mini'
import type { Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

export type PersonalNotice = Notice & { user: number }

/** Sends a notice to one user, in the transaction of its event. */
export async function notify(tx: Tx, at: Date, notice: PersonalNotice): Promise<void> {
  await notices(at, [notice]).execute(tx)
}

/** Sends a notice to each of many users, in one statement. */
export async function notifyEach(tx: Tx, at: Date, personal: readonly PersonalNotice[]): Promise<void> {
  if (personal.length > 0) await notices(at, personal).execute(tx)
}

const ofIncome = sql`kind = 'referral_income'` // literal text, so that the partial index is used

/**
 * Notifies each user of a month's total referral income: one notice a month, which becomes unread and the newest again.
 * Locks it until the transaction ends, so the users must be in id order.
 */
export async function notifyOfIncome(
  tx: Tx,
  at: Date,
  { month, sums }: { month: string; sums: readonly { user: number; amount: Paise }[] },
): Promise<void> {
  const personal = sums.map(({ user, amount }): PersonalNotice => ({
    user,
    kind: 'referral_income',
    values: { amount, month },
  }))
  if (personal.length === 0) return
  await sql`
    ${notices(at, personal)}
    on conflict (user_id, (values ->> 'month')) where ${ofIncome}
    do update set id = default, values = excluded.values, created_at = excluded.created_at, read_at = null`.execute(tx)
}

/** The statement that sends notices, which may be part of another one (`post` with `alongside`). */
export function notices(at: Date, personal: readonly PersonalNotice[]): Sql {
  const columns = { integer: ['user_id', 'about'], text: ['kind', 'type'], jsonb: ['values'] }
  return sql`
    insert into notifications (user_id, about, kind, type, values, created_at)
    select n.*, ${at} from ${sql.rows('n', columns, personal.map(noticeRow))}`
}

/** Marks a user's notices of one kind about one record as read. */
export async function readNoticesAbout(
  tx: Tx,
  at: Date,
  { user, kind, about }: { user: number; kind: Notice['kind']; about: number },
): Promise<void> {
  await sql`
    update notifications set read_at = ${at}
     where user_id = ${user} and read_at is null and kind = ${kind} and about = ${about}`.execute(tx)
}

/** A notice as the table stores it; its values are plain JSON, money in rupees. */
function noticeRow({ user, kind, values, about = null }: PersonalNotice) {
  const { type, values: shape } = noticeKinds[kind]
  return { user_id: user, kind, values: JSON.stringify(z.encode(shape as z.ZodMiniType, values)), about, type }
}
