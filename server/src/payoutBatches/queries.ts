import { hash } from 'node:crypto'
import { type PayoutState, type ResultColumns, waitingStates } from '@bittkosh/contract/payoutBatches'
import type { Paise } from '@bittkosh/contract/money'
import type { WithdrawalPayee, WithdrawalType } from '@bittkosh/contract/payees'
import type { WithdrawalStatus } from '@bittkosh/contract/withdrawals'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import type { MomentKey } from '../platform/http/cursor.ts'
import { isSeenElsewhere, largestApproved } from '../requests/ownerFacts.ts'
import { hasOutcome } from '../requests/table.ts'
import { reportedColumn, type ReportedRow } from '../withdrawals/actions.ts'
import type { PaymentState } from './verdicts.ts'

/** The payee of a withdrawal to a bank account; empty once its owner's account is closed. */
export type BankDetails = Extract<WithdrawalPayee, { type: 'bank' }>['details']

/** The open proposal about a withdrawal `w`. */
const openProposal = sql`from proposals p where p.subject = 'withdrawal' and p.subject_id = w.id and p.status = 'open'`

/** What a withdrawal `w` shows of its payment; `waiting` if nothing yet. */
const stateOfPayment = (waiting: Sql) => sql`
  case when w.status = 'approved' then 'paid'
       when w.status = 'returned' then 'sent_back'
       when w.status <> 'pending' then w.status
       when exists (select ${openProposal}) then 'proposed'
       else ${waiting} end`
// For a row `b` of a batch and its withdrawal `w`: the row's outcome counts only if the withdrawal does not show one.
const stateOfPayout = sql`
  case when b.outcome in ('refused', 'taken_out') then b.outcome else ${stateOfPayment(sql`b.outcome`)} end`

export type BatchRow = {
  id: number
  made_by: number
  made_by_name: string
  made_at: Date
  size: number
  amount: Paise
  waiting: number
  paid: number
  unpaid: number
}

const waits = sql.join(waitingStates.map((state) => sql.lit(state)))
const batches = sql`
    select p.id, p.made_by, m.name as made_by_name, p.made_at, p.size, p.amount, of.waiting, of.paid,
           p.size - of.waiting - of.paid as unpaid
      from payout_batches p
      join users m on m.id = p.made_by
     cross join lateral (
             select count(*) filter (where s.state in (${waits}))::integer as waiting,
                    count(*) filter (where s.state = 'paid')::integer as paid
               from batched_payouts b
               join withdrawals w on w.id = b.withdrawal_id
              cross join lateral (select ${stateOfPayout} as state) as s
              where b.batch_id = p.id) as of`

export async function batchesPage(
  db: Db,
  { before, limit }: { before: MomentKey | undefined; limit: number },
): Promise<BatchRow[]> {
  const older = before ? sql`(p.made_at, p.id) < (${before.at}, ${before.id})` : sql`true`
  const { rows } = await sql<BatchRow>`
    ${batches} where ${older} order by p.made_at desc, p.id desc limit ${limit}`.execute(db)
  return rows
}

export async function batchById(db: Db | Tx, id: number): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`${batches} where p.id = ${id}`.execute(db)
  return rows[0]
}

/** Locks a batch and its withdrawals until the transaction ends; false if there is none. */
export async function lockBatch(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from payout_batches where id = ${id} for update`.execute(tx)
  // One that is being released is either left out of the file, or sees that the file has it.
  await sql`
    select from withdrawals
     where id in (select withdrawal_id from batched_payouts where batch_id = ${id})
     order by id
       for update`.execute(tx)
  return rows.length > 0
}

export type DownloadRow = { by: number; by_name: string; at: Date; rows: number }

/** The downloads of a batch's file, newest first, as the audit log has them. */
export async function downloadsOf(db: Db | Tx, batch: number): Promise<DownloadRow[]> {
  const { rows } = await sql<DownloadRow>`
    select u.id as by, u.name as by_name, d.at, (d.after ->> 'rows')::integer as rows
      from audit_log d
      join users u on u.id = d.admin_id
     where d.subject = 'payout batch' and d.subject_id = ${batch} and d.action = 'payout file downloaded'
     order by d.id desc`.execute(db)
  return rows
}

export type PayoutRow = {
  withdrawal_id: number
  number: string
  user_id: number
  name: string
  details: BankDetails
  amount: Paise
  state: PayoutState
  /** The state of the withdrawal itself, also once this batch no longer pays it. */
  payment: PaymentState
  status: WithdrawalStatus
  claimed_by: number | null
  claimed_by_name: string | null
  is_frozen: boolean
  transaction_id: string | null
  /** The reference with which a proposal would mark it as paid. */
  proposed_transaction_id: string | null
  reported_payments: ReportedRow[]
}

/** The withdrawals of a batch, in the order in which they were requested. */
export async function payoutsOf(db: Db | Tx, batch: number): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    select w.id as withdrawal_id, w.number, w.user_id, u.name, w.details, b.amount, ${stateOfPayout} as state,
           ${stateOfPayment(sql`'waiting'`)} as payment, w.status,
           w.claimed_by, c.name as claimed_by_name, u.frozen_at is not null as is_frozen, w.transaction_id,
           (select p.acts -> 0 -> 'after' ->> 'transaction_id' ${openProposal}) as proposed_transaction_id,
           ${reportedColumn} as reported_payments
      from batched_payouts b
      join withdrawals w on w.id = b.withdrawal_id
      join users u on u.id = w.user_id
      left join users c on c.id = w.claimed_by
     where b.batch_id = ${batch}
     order by w.id`.execute(db)
  return rows
}

export type CandidateRow = Omit<
  PayoutRow,
  'state' | 'payment' | 'status' | 'transaction_id' | 'proposed_transaction_id' | 'reported_payments'
> & {
  id: number
  created_at: Date
  /** With the fee, as its person requested it. */
  requested: Paise
  largest_approved: Paise | null
  used_elsewhere: boolean
  in_batch: boolean
  /** Whether a proposal to decide it is open. */
  is_proposed: boolean
  /** Whether it is the calling admin's, or that of an account that invited them or that they invited. */
  is_own: boolean
}

/** Pending withdrawals to bank accounts, oldest first. `offset 0`: people are looked up one by one, for those of the page alone. */
export async function candidatesPage(
  db: Db,
  { admin, after, limit }: { admin: number; after: MomentKey | undefined; limit: number },
): Promise<CandidateRow[]> {
  const younger = after ? sql`(w.created_at, w.id) > (${after.at}, ${after.id})` : sql`true`
  const { rows } = await sql<CandidateRow>`
    select w.id, w.id as withdrawal_id, w.number, w.user_id, u.name, w.details, w.amount - w.fee as amount, w.created_at,
           w.amount as requested, ${largestApproved('withdrawals', 'w', 'amount')} as largest_approved,
           w.claimed_by, (select name from users where id = w.claimed_by) as claimed_by_name,
           u.frozen_at is not null as is_frozen,
           ${isSeenElsewhere('withdrawals', 'w', 'payee')} as used_elsewhere, ${isBatched} as in_batch,
           exists (select ${openProposal}) as is_proposed,
           (u.id = a.id or u.referred_by = a.id or a.referred_by = u.id) is true as is_own
      from (select * from withdrawals w
             where ${hasOutcome('w.status', 'waits')} and w.type = 'bank' and ${younger}
             order by w.created_at, w.id
             limit ${limit}) as w
     cross join lateral (select * from users where id = w.user_id offset 0) as u
      join users a on a.id = ${admin}
     order by w.created_at, w.id`.execute(db)
  return rows
}

const isBatched: Sql<boolean> = sql`
  exists (select from batched_payouts b where b.withdrawal_id = w.id and b.outcome in ('waiting', 'unknown'))`

/** The amounts that arrive from these withdrawals, and their payout types. */
export async function payableOf(
  tx: Tx,
  ids: readonly number[],
): Promise<{ id: number; type: WithdrawalType; amount: Paise }[]> {
  const { rows } = await sql<{ id: number; type: WithdrawalType; amount: Paise }>`
    select id, type, amount - fee as amount from withdrawals where id = any (${ids}::integer[])`.execute(tx)
  return rows
}

/** Adds a batch of withdrawals; the constraint `withdrawal_in_batch` refuses one that waits in another batch. */
export async function insertBatch(
  tx: Tx,
  {
    payouts,
    amount,
    admin,
    at,
  }: { payouts: readonly { id: number; amount: Paise }[]; amount: Paise; admin: number; at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into payout_batches (size, amount, made_by, made_at)
    values (${payouts.length}, ${amount}, ${admin}, ${at})
    returning id`.execute(tx)
  const { id } = onlyRow(rows, 'a payout batch')
  await sql`
    insert into batched_payouts (batch_id, withdrawal_id, amount)
    select ${id}, withdrawal_id, amount
      from unnest(${payouts.map((payout) => payout.id)}::integer[],
                  ${payouts.map((payout) => payout.amount)}::bigint[]) as p (withdrawal_id, amount)`.execute(tx)
  return id
}

/** The paid withdrawals with these references, by the reference in its compared form. */
export async function withdrawalsWith(db: Db, keys: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; id: number }>`
    select reference_key as key, id from withdrawals where reference_key = any (${keys}::text[])`.execute(db)
  return new Map(rows.map(({ key, id }) => [key, id]))
}

type Named = { batch: number; withdrawal: number; at: Date }

/** Records that a batch no longer pays a withdrawal that waited in it; false if it no longer does. */
export async function noteGivenUp(
  tx: Tx,
  { batch, withdrawal, outcome, at }: Named & { outcome: 'refused' | 'taken_out' },
): Promise<boolean> {
  const before = outcome === 'taken_out' ? 'waiting' : 'unknown' // what the bank has is not taken out
  const { count } = await sql`
    update batched_payouts set outcome = ${outcome}, outcome_at = ${at}
     where batch_id = ${batch} and withdrawal_id = ${withdrawal} and outcome in ('waiting', ${before})`.execute(tx)
  return count > 0
}

/**
 * Records that the bank has the payout of a withdrawal: in the batch in which it waits, or again in this one, which no longer
 * paid it. Returns that batch; undefined if it was known, or if the withdrawal no longer waits.
 */
export async function noteWithBank(tx: Tx, { batch, withdrawal, at }: Named): Promise<number | undefined> {
  const waitsIn = sql`
    (select w.batch_id from batched_payouts w where w.withdrawal_id = ${withdrawal} and w.outcome in ('waiting', 'unknown'))`
  const { rows } = await sql<{ batch: number }>`
    update batched_payouts set outcome = 'unknown', outcome_at = ${at}
     where withdrawal_id = ${withdrawal} and batch_id = coalesce(${waitsIn}, ${batch}) and outcome <> 'unknown'
       and exists (select from withdrawals p where p.id = ${withdrawal} and ${hasOutcome('p.status', 'waits')})
    returning batch_id as batch`.execute(tx)
  return rows[0]?.batch
}

/** The columns that were chosen for the last file with these headings; undefined if there was none. */
export async function savedResultColumns(db: Db, headings: readonly string[]): Promise<ResultColumns | undefined> {
  const { rows } = await sql<{ columns: ResultColumns }>`
    select columns from result_formats where headings_hash = ${hashOf(headings)}`.execute(db)
  return rows[0]?.columns
}

export async function saveResultColumns(
  tx: Tx,
  at: Date,
  headings: readonly string[],
  columns: ResultColumns,
): Promise<void> {
  await sql`
    insert into result_formats (headings_hash, columns, saved_at)
    values (${hashOf(headings)}, ${JSON.stringify(columns)}::jsonb, ${at})
    on conflict (headings_hash) do update set columns = excluded.columns, saved_at = excluded.saved_at`.execute(tx)
}

function hashOf(headings: readonly string[]): Buffer {
  return hash('sha256', JSON.stringify(headings), 'buffer')
}
