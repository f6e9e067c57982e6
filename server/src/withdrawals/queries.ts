import { type Paise, paise, type Ppm } from '@bittkosh/contract/money'
import {
  type WithdrawalPayee,
  type WithdrawalStatus,
  type WithdrawalType,
  withdrawalStatuses,
} from '@bittkosh/contract/withdrawals'
import { FOUND_MAX, type RequestSort } from '@bittkosh/contract/requests'
import type { MomentKey } from '../platform/cursor.ts'
import type { Db, Tx } from '../platform/database.ts'
import { type Order, orderBy, type Slice } from '../platform/lists.ts'
import { requestSearch } from '../platform/requests.ts'
import { type Sql, sql } from '../platform/sql.ts'

export type WithdrawalRow = {
  id: number
  user_id: number
  amount: Paise
  fee: Paise
  fee_rate: Ppm
  type: WithdrawalType
  details: WithdrawalPayee['details']
  usdt_rate: Paise | null
  usdt_rate_is_fallback: boolean
  status: WithdrawalStatus
  transaction_id: string | null
  admin_note: string | null
  created_at: Date
  decided_at: Date | null
}

const columns = sql`w.id, w.user_id, w.amount, w.fee, w.fee_rate, w.type, w.details, w.usdt_rate, w.usdt_rate_is_fallback,
           w.status, w.transaction_id, w.admin_note, w.created_at, w.decided_at`

export async function insertWithdrawal(
  tx: Tx,
  withdrawal: {
    user: number
    amount: Paise
    fee: Paise
    feeRate: Ppm
    payee: WithdrawalPayee
    payeeKey: string
    usdtRate: Paise | null
    usdtRateIsFallback: boolean
    at: Date
  },
): Promise<WithdrawalRow> {
  const { rows } = await sql<WithdrawalRow>`
    insert into withdrawals as w (user_id, amount, fee, fee_rate, type, details, payee, usdt_rate,
                                  usdt_rate_is_fallback, created_at)
    values (${withdrawal.user}, ${withdrawal.amount}, ${withdrawal.fee}, ${withdrawal.feeRate}, ${withdrawal.payee.type},
            ${JSON.stringify(withdrawal.payee.details)}::jsonb, ${withdrawal.payeeKey}, ${withdrawal.usdtRate},
            ${withdrawal.usdtRateIsFallback}, ${withdrawal.at})
    returning ${columns}`.execute(tx)
  return first(rows)
}

/** Whether an account is new to a user, who asked for nothing to it before `since`, and what all new ones were asked for. */
export async function askedToNewPayees(
  tx: Tx,
  { user, payee, since }: { user: number; payee: string; since: Date },
): Promise<{ payeeIsNew: boolean; askedToNew: Paise }> {
  const usedBefore = (which: Sql<unknown>) => sql`
    exists (select from withdrawals older
             where older.user_id = ${user} and older.payee = ${which} and older.created_at <= ${since}
               and older.status in ('pending', 'approved'))`
  const { rows } = await sql<{ known: boolean; asked: bigint }>`
    select ${usedBefore(sql`${payee}`)} as known,
           (select coalesce(sum(w.amount), 0)::bigint
              from withdrawals w
             where w.user_id = ${user} and w.created_at > ${since} and w.status in ('pending', 'approved')
               and not ${usedBefore(sql`w.payee`)}) as asked`.execute(tx)
  return { payeeIsNew: !rows[0]?.known, askedToNew: paise(rows[0]?.asked ?? 0n) }
}

/** A page of a user's withdrawals, newest first, from behind `after` on. */
export async function withdrawalsOf(
  db: Db | Tx,
  { user, after, limit }: { user: number; after?: MomentKey | undefined; limit: number },
): Promise<WithdrawalRow[]> {
  const { rows } = await sql<WithdrawalRow>`
    select ${columns}
      from withdrawals w
     where w.user_id = ${user} ${after ? sql`and (w.created_at, w.id) < (${after.at}, ${after.id})` : sql``}
     order by w.created_at desc, w.id desc
     limit ${limit}`.execute(db)
  return rows
}

/** The details of a user's last approved withdrawal of each type. */
export async function lastApprovedDetails(db: Db, user: number): Promise<Pick<WithdrawalRow, 'type' | 'details'>[]> {
  const { rows } = await sql<Pick<WithdrawalRow, 'type' | 'details'>>`
    select distinct on (type) type, details
      from withdrawals
     where user_id = ${user} and status = 'approved'
     order by type, created_at desc, id desc`.execute(db)
  return rows
}

export async function passwordResetAt(db: Db | Tx, user: number): Promise<Date | null> {
  const { rows } = await sql<{ password_reset_at: Date | null }>`
    select password_reset_at from users where id = ${user}`.execute(db)
  return rows[0]?.password_reset_at ?? null
}

/** Decides a pending withdrawal; undefined when it is not pending any more, or not this user's. */
export async function decide(
  tx: Tx,
  decision: {
    id: number
    /** Only where it is this user's own. */
    user?: number
    status: Exclude<WithdrawalStatus, 'pending'>
    transactionId: string | null
    note: string | null
    by: number | null
    at: Date
  },
): Promise<WithdrawalRow | undefined> {
  const { rows } = await sql<WithdrawalRow>`
    update withdrawals w
       set status = ${decision.status}, transaction_id = ${decision.transactionId}, admin_note = ${decision.note},
           decided_at = ${decision.at}, decided_by = ${decision.by}
     where w.id = ${decision.id} and w.status = 'pending'
       and ${decision.user === undefined ? sql`true` : sql`w.user_id = ${decision.user}`}
    returning ${columns}`.execute(tx)
  return rows[0]
}

export type AdminRow = WithdrawalRow & {
  name: string
  email: string | null
  phone: string | null
  registered_at: Date
  wallet_balance: Paise
  decided_by: string | null
  used_elsewhere: boolean
  paid_before: number
  recent: { id: number; amount: string; type: WithdrawalType; status: WithdrawalStatus; created_at: string }[]
}

const adminColumns = sql`${columns}, u.name, u.email, u.phone, u.created_at as registered_at,
           (select balance from ledger_accounts where holder = u.id and kind = 'wallet') as wallet_balance,
           d.name as decided_by,
           exists (select from withdrawals o where o.payee = w.payee and o.user_id <> w.user_id) as used_elsewhere,
           (select count(*) from withdrawals o
             where o.payee = w.payee and o.user_id = w.user_id and o.status = 'approved' and o.id < w.id)::integer as paid_before,
           (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'amount', o.amount::text, 'type', o.type,
                                                         'status', o.status, 'created_at', o.created_at)), '[]')
              from (select * from withdrawals o where o.user_id = w.user_id and o.id <> w.id
                     order by o.created_at desc, o.id desc limit 5) as o) as recent
      from withdrawals w
      join users u on u.id = w.user_id
      left join users d on d.id = w.decided_by`

export async function adminWithdrawalById(db: Db | Tx, id: number): Promise<AdminRow | undefined> {
  const { rows } = await sql<AdminRow>`select ${adminColumns} where w.id = ${id}`.execute(db)
  return rows[0]
}

/** Their searches and counts, in statements that call the table `w`. */
export const requests = requestSearch({
  table: 'withdrawals',
  alias: 'w',
  statuses: withdrawalStatuses,
  texts: ['transaction_id', 'payee'],
})

type Filter = { search: string | undefined; status?: WithdrawalStatus | undefined }

const orders: Record<RequestSort, Order> = {
  oldest: [
    ['w.created_at', 'asc'],
    ['w.id', 'asc'],
  ],
  newest: [
    ['w.created_at', 'desc'],
    ['w.id', 'desc'],
  ],
  amount: [
    ['w.amount', 'desc'],
    ['w.id', 'desc'],
  ],
}

/** A page: its ids by an index first, however deep it lies, then what is shown of them. */
export async function adminWithdrawals(
  db: Db,
  { sort, offset, limit, backwards, ...filter }: Filter & Slice & { sort: RequestSort },
): Promise<AdminRow[]> {
  const { rows } = await sql<AdminRow>`
    ${requests.finding(filter, FOUND_MAX)}
    select ${adminColumns}
     where w.id = any (array(
             select w.id
               from withdrawals w
              where ${requests.matching(filter)}
              order by ${orderBy(orders[sort], backwards)}
             offset ${offset} limit ${limit}))
     order by ${orderBy(orders[sort])}`.execute(db)
  return rows
}

export type ExportedRow = WithdrawalRow & {
  name: string
  email: string | null
  phone: string | null
  decided_by: string | null
}

/** All withdrawals of a filter, for reading in batches. */
export function exportedWithdrawals({ sort, ...filter }: Filter & { sort: RequestSort }): Sql<ExportedRow> {
  return sql<ExportedRow>`
    ${requests.finding(filter, null)}
    select ${columns}, u.name, u.email, u.phone, d.name as decided_by
      from withdrawals w
      join users u on u.id = w.user_id
      left join users d on d.id = w.decided_by
     where ${requests.matching(filter)}
     order by ${orderBy(orders[sort])}`
}

/** Empties the payees of a user whose account is closed; amounts and decisions stay. */
export async function emptyDetails(tx: Tx, user: number): Promise<void> {
  await sql`
    update withdrawals
       set payee = 'erased ' || id,
           details = (select jsonb_object_agg(key, '') from jsonb_object_keys(details) as key)
     where user_id = ${user}`.execute(tx)
}

function first<Row>(rows: Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('insert returned no row')
  return row
}
