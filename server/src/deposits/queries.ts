import { type DepositStatus, depositStatuses } from '@bittkosh/contract/deposits'
import type { MethodType, Payee } from '@bittkosh/contract/methods'
import type { Paise, Ppm } from '@bittkosh/contract/money'
import { FOUND_MAX, type RequestSort } from '@bittkosh/contract/requests'
import type { MomentKey } from '../platform/cursor.ts'
import type { Db, Tx } from '../platform/database.ts'
import { type Order, orderBy, type Slice } from '../platform/lists.ts'
import { requestSearch } from '../platform/requests.ts'
import { type Sql, sql } from '../platform/sql.ts'

export type DepositRow = {
  id: number
  user_id: number
  method_id: number
  method_name: string
  payee: Payee
  type: MethodType
  requested_amount: Paise
  approved_amount: Paise | null
  package_id: number | null
  package_name: string | null
  bonus_ppm: Ppm | null
  bonus: Paise
  transaction_id: string
  usdt_amount: bigint | null
  usdt_rate: Paise | null
  usdt_rate_is_fallback: boolean
  status: DepositStatus
  admin_note: string | null
  created_at: Date
  decided_at: Date | null
}

const columns = sql`d.id, d.user_id, d.method_id, d.method_name, d.payee, d.type, d.requested_amount, d.approved_amount,
           d.package_id, d.package_name, d.bonus_ppm, d.bonus, d.transaction_id, d.usdt_amount, d.usdt_rate,
           d.usdt_rate_is_fallback, d.status, d.admin_note, d.created_at, d.decided_at`

export type NewDeposit = {
  user: number
  method: { id: number; name: string; payee: Payee }
  amount: Paise
  bought: { id: number; name: string; bonus: Ppm } | null
  transactionId: string
  referenceKey: string
  usdt: { amount: bigint | null; rate: Paise; isFallback: boolean } | null
  at: Date
}

/** Breaks the constraint `reference_taken` where the transaction ID stands on a pending or approved request. */
export async function insertDeposit(tx: Tx, deposit: NewDeposit): Promise<DepositRow> {
  const { rows } = await sql<DepositRow>`
    insert into deposits as d (
      user_id, method_id, method_name, payee, type, requested_amount, package_id, package_name, bonus_ppm,
      transaction_id, reference_key, usdt_amount, usdt_rate, usdt_rate_is_fallback, created_at)
    values (
      ${deposit.user}, ${deposit.method.id}, ${deposit.method.name}, ${JSON.stringify(deposit.method.payee)}::jsonb,
      ${deposit.method.payee.type}, ${deposit.amount}, ${deposit.bought?.id ?? null}, ${deposit.bought?.name ?? null},
      ${deposit.bought?.bonus ?? null}, ${deposit.transactionId}, ${deposit.referenceKey},
      ${deposit.usdt?.amount ?? null}, ${deposit.usdt?.rate ?? null}, ${deposit.usdt?.isFallback ?? false}, ${deposit.at})
    returning ${columns}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('deposits: no row came back')
  return row
}

const PENDING_LOCK = 7_302_020

/** How many requests of a user wait; their next request waits for this transaction, so that the count holds. */
export async function countPending(tx: Tx, user: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(${PENDING_LOCK}, ${user})`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from deposits where user_id = ${user} and status = 'pending'`.execute(tx)
  return rows[0]?.n ?? 0
}

export async function depositsOf(
  db: Db,
  { user, before, limit }: { user: number; before: MomentKey | undefined; limit: number },
): Promise<DepositRow[]> {
  const older = before ? sql`(d.created_at, d.id) < (${before.at}, ${before.id})` : sql`true`
  const { rows } = await sql<DepositRow>`
    select ${columns}
      from deposits d
     where d.user_id = ${user} and ${older}
     order by d.created_at desc, d.id desc
     limit ${limit}`.execute(db)
  return rows
}

export async function depositById(tx: Tx, id: number): Promise<DepositRow | undefined> {
  const { rows } = await sql<DepositRow>`select ${columns} from deposits d where d.id = ${id}`.execute(tx)
  return rows[0]
}

/** Decides a pending request; undefined when someone else decided first. */
export async function decide(
  tx: Tx,
  decision: {
    id: number
    status: 'approved' | 'rejected'
    amount: Paise | null
    bonus: Paise
    note: string | null
    admin: number
    at: Date
  },
): Promise<DepositRow | undefined> {
  const { rows } = await sql<DepositRow>`
    update deposits d
       set status = ${decision.status}, approved_amount = ${decision.amount}, bonus = ${decision.bonus},
           admin_note = ${decision.note}, decided_at = ${decision.at}, decided_by = ${decision.admin}
     where d.id = ${decision.id} and d.status = 'pending'
    returning ${columns}`.execute(tx)
  return rows[0]
}

export type AdminRow = DepositRow & {
  name: string
  email: string | null
  phone: string | null
  registered_at: Date
  wallet_balance: Paise
  decided_by: string | null
  seen_before: { id: number; status: DepositStatus; user_name: string; created_at: string }[]
  recent: {
    id: number
    requested_amount: string
    approved_amount: string | null
    status: DepositStatus
    created_at: string
  }[]
}

const adminColumns = sql`${columns}, u.name, u.email, u.phone, u.created_at as registered_at,
           (select balance from ledger_accounts where holder = u.id and kind = 'wallet') as wallet_balance,
           a.name as decided_by,
           (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'status', o.status, 'user_name', ou.name,
                                                         'created_at', o.created_at) order by o.id desc), '[]')
              from deposits o join users ou on ou.id = o.user_id
             where o.reference_key = d.reference_key and o.id <> d.id) as seen_before,
           (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'requested_amount', o.requested_amount::text,
                                                         'approved_amount', o.approved_amount::text, 'status', o.status,
                                                         'created_at', o.created_at)), '[]')
              from (select * from deposits o where o.user_id = d.user_id and o.id <> d.id
                     order by o.created_at desc, o.id desc limit 5) as o) as recent
      from deposits d
      join users u on u.id = d.user_id
      left join users a on a.id = d.decided_by`

export async function adminDepositById(db: Db | Tx, id: number): Promise<AdminRow | undefined> {
  const { rows } = await sql<AdminRow>`select ${adminColumns} where d.id = ${id}`.execute(db)
  return rows[0]
}

/** Their searches and counts, in statements that call the table `d`. */
export const requests = requestSearch({
  table: 'deposits',
  alias: 'd',
  statuses: depositStatuses,
  texts: ['transaction_id'],
})

type Filter = { search: string | undefined; status: DepositStatus | undefined }

const orders: Record<RequestSort, Order> = {
  oldest: [
    ['d.created_at', 'asc'],
    ['d.id', 'asc'],
  ],
  newest: [
    ['d.created_at', 'desc'],
    ['d.id', 'desc'],
  ],
  amount: [
    ['d.requested_amount', 'desc'],
    ['d.id', 'desc'],
  ],
}

/** A page: its ids by an index first, however deep it lies, then what is shown of them. */
export async function adminDeposits(
  db: Db,
  { sort, offset, limit, backwards, ...filter }: Filter & Slice & { sort: RequestSort },
): Promise<AdminRow[]> {
  const { rows } = await sql<AdminRow>`
    ${requests.finding(filter, FOUND_MAX)}
    select ${adminColumns}
     where d.id = any (array(
             select d.id
               from deposits d
              where ${requests.matching(filter)}
              order by ${orderBy(orders[sort], backwards)}
             offset ${offset} limit ${limit}))
     order by ${orderBy(orders[sort])}`.execute(db)
  return rows
}

export type ExportedRow = DepositRow & {
  name: string
  email: string | null
  phone: string | null
  decided_by: string | null
}

/** All requests of a filter, for reading in batches. */
export function exportedDeposits({ sort, ...filter }: Filter & { sort: RequestSort }): Sql<ExportedRow> {
  return sql<ExportedRow>`
    ${requests.finding(filter, null)}
    select ${columns}, u.name, u.email, u.phone, a.name as decided_by
      from deposits d
      join users u on u.id = d.user_id
      left join users a on a.id = d.decided_by
     where ${requests.matching(filter)}
     order by ${orderBy(orders[sort])}`
}
