import type { Paise, Ppm } from '@bittkosh/contract/money'
import type { Marks } from '@bittkosh/contract/marks'
import type { WithdrawalReason } from '@bittkosh/contract/reasons'
import type { WithdrawalPayee, WithdrawalType } from '@bittkosh/contract/payees'
import type { WithdrawalStatus } from '@bittkosh/contract/withdrawals'
import { type MoneyStops, moneyStops } from '../auth/actions.ts'
import { type StateRecord, stateOf, statesHeld, statesOf } from '../kyc/actions.ts'
import { accountsLocked, walletOf } from '../ledger/balances.ts'
import { type Db, lockInOrder, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import {
  isFirst,
  isSeenElsewhere,
  largestApproved,
  latestOthers,
  ownerColumns,
  type OwnerRow,
} from '../requests/ownerFacts.ts'
import { hasOutcome, requestTable } from '../requests/table.ts'
import { openReports, reportedColumn, type ReportedRow } from './reported.ts'
import { NEW_PAYEE_MS, type OpenBatch, type ProposedPayment } from './rules.ts'

export type WithdrawalRow = {
  id: number
  number: string
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
  rejection_preset: WithdrawalReason | null
  admin_note: string | null
  created_at: Date
  decided_at: Date | null
  decided_by: number | null
  claimed_by: number | null
  /** Joined in; not a column of the table. */
  claimed_by_name: string | null
  claimed_at: Date | null
  returned_at: Date | null
  returned_by: number | null
  return_reason: string | null
  /** Whether it was marked as paid although its owner's money was stopped, because it had been paid before. */
  paid_before_stop: boolean
}

const nameOf = (column: string) => sql`(select name from users where id = ${sql.ref(`w.${column}`)})`
const columns = sql`w.id, w.number, w.user_id, w.amount, w.fee, w.fee_rate, w.type, w.details, w.usdt_rate, w.usdt_rate_is_fallback,
           w.status, w.transaction_id, w.rejection_preset, w.admin_note, w.created_at, w.decided_at, w.decided_by,
           w.claimed_by, ${nameOf('claimed_by')} as claimed_by_name, w.claimed_at,
           w.returned_at, w.returned_by, w.return_reason, w.paid_before_stop`

/** The values of a withdrawal that nobody has handled yet. */
export const untouched = {
  status: 'pending',
  transaction_id: null,
  rejection_preset: null,
  admin_note: null,
  decided_at: null,
  decided_by: null,
  claimed_by: null,
  claimed_by_name: null,
  claimed_at: null,
  returned_at: null,
  returned_by: null,
  return_reason: null,
  paid_before_stop: false,
} as const

/** A withdrawal before it is stored. `payee`: its account as one text. */
export type NewWithdrawal = WithdrawalRow & { payee: string }

const madeColumns = {
  integer: ['id', 'user_id'],
  text: ['number', 'type', 'payee'],
  jsonb: ['details'],
  bigint: ['amount', 'fee', 'fee_rate', 'usdt_rate'],
  boolean: ['usdt_rate_is_fallback'],
  timestamptz: ['created_at'],
} as const

/** The statement that records requests. */
export function withdrawalsMade(made: readonly NewWithdrawal[]): Sql {
  const rows = made.map((row) => ({ ...row, details: JSON.stringify(row.details) }))
  return sql`
    insert into withdrawals (${sql.names(madeColumns)}) overriding system value
    select * from ${sql.rows('made', madeColumns, rows)}`
}

type RequestFacts = MoneyStops & { kycApproved: boolean; balance: Paise; payeeIsNew: boolean; askedToNew: Paise }

/**
 * By user, the facts by which each request is judged, stable until the transaction ends: whether money may leave, the
 * wallet, whether an account is new to them (they requested nothing to it before NEW_PAYEE_MS), and the total requested
 * to new ones; and the record that it will have. `payee` may be null: a payee without an account is refused before.
 */
export async function holdRequestFacts(
  tx: Tx,
  asked: readonly { user: number; payee: string | null }[],
  now: Date,
): Promise<Map<number, RequestFacts & Pick<WithdrawalRow, 'id' | 'number'>>> {
  const users = asked.map(({ user }) => user)
  // concurrent requests are counted one after the other; a selected list is planned once, whatever its length
  const listed = sql`array(select unnest(${users}::integer[]))`
  await lockInOrder(tx, [statesHeld(...users), accountsLocked(listed, 'held', 'wallet')])
  const since = new Date(now.getTime() - NEW_PAYEE_MS)
  const usedBefore = (payee: Sql) => sql`
    exists (select from withdrawals older
             where older.user_id = u.id and older.payee = ${payee} and older.created_at <= ${since}
               and ${hasOutcome('older.status', 'waits', 'granted')})`
  const { rows } = await sql<
    MoneyStops &
      Pick<WithdrawalRow, 'id' | 'number'> & {
        user: number
        records: StateRecord[]
        balance: Paise
        payeeIsNew: boolean
        askedToNew: Paise
      }
  >`
    select a.user, nextval('withdrawals_id_seq')::integer as id, record_number() as number, ${moneyStops(now)},
           ${statesOf(sql`u.id`)} as records, ${walletOf(sql`u.id`)} as balance, not ${usedBefore(sql`a.payee`)} as "payeeIsNew",
           (select coalesce(sum(w.amount), 0)::bigint
              from withdrawals w
             where w.user_id = u.id and w.created_at > ${since} and ${hasOutcome('w.status', 'waits', 'granted')}
               and not ${usedBefore(sql`w.payee`)}) as "askedToNew"
      from ${sql.rows('a', { integer: ['user'], text: ['payee'] }, asked)}
      join users u on u.id = a.user`.execute(tx)
  return new Map(rows.map(({ user, records, ...row }) => [user, { ...row, kycApproved: stateOf(records).approved }]))
}

/** The open proposal to pay a withdrawal; null if there is none. */
export async function proposedPayment(tx: Tx, id: number): Promise<ProposedPayment | null> {
  const { rows } = await sql<ProposedPayment>`
    select m.name as by, p.made_at as at
      from proposals p
      join users m on m.id = p.made_by
     where p.subject = 'withdrawal' and p.subject_id = ${id} and p.action = 'withdrawal approved' and p.status = 'open'`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** The downloads `d` of the file of a batch `b`, as the audit log has them. */
const downloads = sql`
  from audit_log d where d.subject = 'payout batch' and d.subject_id = b.batch_id and d.action = 'payout file downloaded'`

/** The batch in which a withdrawal waits; null if there is none. */
export async function openBatch(tx: Tx, withdrawal: number): Promise<OpenBatch | null> {
  const { rows } = await sql<OpenBatch>`
    select b.batch_id as id, exists (select ${downloads}) as "isDownloaded", b.outcome = 'unknown' as "isWithBank"
      from batched_payouts b
     where b.withdrawal_id = ${withdrawal} and b.outcome in ('waiting', 'unknown')`.execute(tx)
  return rows[0] ?? null
}

/** The first payment of a withdrawal that the bank reported and that it does not show; null if there is none. */
export async function firstReported(tx: Tx, withdrawal: number): Promise<{ utr: string; batch: number } | null> {
  const { rows } = await sql<{ utr: string; batch: number }>`
    select r.utr, r.batch_id as batch
      from withdrawals w
     cross join lateral (select * ${openReports}) as r
     where w.id = ${withdrawal}
     order by r.id
     limit 1`.execute(tx)
  return rows[0] ?? null
}

/** The details of a user's last approved withdrawal of each type. */
export async function lastApprovedDetails(db: Db, user: number): Promise<Pick<WithdrawalRow, 'type' | 'details'>[]> {
  const { rows } = await sql<Pick<WithdrawalRow, 'type' | 'details'>>`
    select distinct on (type) type, details
      from withdrawals
     where user_id = ${user} and ${hasOutcome('status', 'granted')}
     order by type, created_at desc, id desc`.execute(db)
  return rows
}

export type AdminRow = WithdrawalRow &
  OwnerRow & {
    wallet_balance: Paise
    largest_approved: Paise | null
    decided_by_name: string | null
    marks: Marks
    returned_by_name: string | null
    used_elsewhere: boolean
    payout_batch: number | null
    open_batch: {
      id: number
      downloaded: { by: { id: number; name: string }; at: string } | null
      is_with_bank: boolean
    } | null
    reported_payments: ReportedRow[]
    paid_before: number
    is_first: boolean
    recent: { id: number; amount: string; type: WithdrawalType; status: WithdrawalStatus; created_at: string }[]
  }

export type ExportedRow = WithdrawalRow & OwnerRow & { decided_by_name: string | null }

const owned = sql`${columns}, ${ownerColumns}, a.name as decided_by_name`
const recent = sql`jsonb_build_object('id', o.id, 'amount', o.amount::text, 'type', o.type, 'status', o.status,
                                      'created_at', o.created_at)`

export const withdrawals = requestTable<'withdrawal', WithdrawalRow, AdminRow, ExportedRow>({
  kind: 'withdrawal',
  table: 'withdrawals',
  update: sql`update withdrawals w`,
  alias: 'w',
  at: 'created_at',
  amount: 'amount',
  texts: ['transaction_id', 'payee'],
  reference: 'reference_key',
  isNumbered: true,
  columns,
  adminColumns: sql`${owned}, ${nameOf('returned_by')} as returned_by_name, ${walletOf(sql`u.id`)} as wallet_balance,
           ${isSeenElsewhere('withdrawals', 'w', 'payee')} as used_elsewhere,
           (select max(b.batch_id) from batched_payouts b where b.withdrawal_id = w.id) as payout_batch,
           (select jsonb_build_object('id', b.batch_id, 'is_with_bank', b.outcome = 'unknown', 'downloaded',
                   (select jsonb_build_object('at', d.at, 'by', jsonb_build_object('id', d.admin_id, 'name',
                           (select name from users where id = d.admin_id)))
                    ${downloads} order by d.id desc limit 1))
              from batched_payouts b
             where b.withdrawal_id = w.id and b.outcome in ('waiting', 'unknown')
               and ${hasOutcome('w.status', 'waits')}) as open_batch,
           ${reportedColumn} as reported_payments,
           (select count(*) from withdrawals o
             where o.payee = w.payee and o.user_id = w.user_id and ${hasOutcome('o.status', 'granted')}
               and o.id < w.id)::integer as paid_before,
           ${largestApproved('withdrawals', 'w', 'amount')} as largest_approved,
           ${isFirst('withdrawals', 'w')} as is_first,
           ${latestOthers('withdrawals', 'w', recent)} as recent`,
  exportColumns: owned,
})

/** Clears the payees of a user whose account is closed; amounts and decisions stay. */
export async function emptyDetails(tx: Tx, user: number): Promise<void> {
  await sql`
    update withdrawals
       set payee = 'erased ' || id,
           admin_note = case when admin_note is not null then '' end,
           return_reason = case when return_reason is not null then '' end,
           details = (select jsonb_object_agg(key, '') from jsonb_object_keys(details) as key)
     where user_id = ${user}`.execute(tx)
}
