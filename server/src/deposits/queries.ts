import type { DepositStatus } from '@bittkosh/contract/deposits'
import type { MethodType, Payee } from '@bittkosh/contract/methods'
import type { Paise, Ppm } from '@bittkosh/contract/money'
import type { Marks } from '@bittkosh/contract/marks'
import type { DepositReason } from '@bittkosh/contract/reasons'
import { walletOf } from '../ledger/balances.ts'
import { hasFormerPayee } from '../methods/actions.ts'
import { onlyRow, type Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { isFirst, largestApproved, latestOthers, ownerColumns, type OwnerRow } from '../requests/ownerFacts.ts'
import { hasOutcome, requestTable } from '../requests/table.ts'

export type DepositRow = {
  id: number
  number: string
  user_id: number
  method_id: number
  method_name: string
  method_name_hi: string
  payee: Payee
  payee_since: Date | null
  type: MethodType
  requested_amount: Paise
  approved_amount: Paise | null
  package_id: number | null
  package_name: string | null
  package_name_hi: string
  bonus_ppm: Ppm | null
  bonus: Paise
  transaction_id: string
  usdt_amount: bigint | null
  usdt_rate: Paise | null
  usdt_rate_is_fallback: boolean
  status: DepositStatus
  rejection_preset: DepositReason | null
  admin_note: string | null
  created_at: Date
  decided_at: Date | null
  decided_by: number | null
  reversed_at: Date | null
  reversal_reason: string | null
  reference_freed: boolean
}

const columns = sql`d.id, d.number, d.user_id, d.method_id, d.method_name, d.method_name_hi, d.payee, d.payee_since, d.type, d.requested_amount,
           d.approved_amount, d.package_id, d.package_name, d.package_name_hi, d.bonus_ppm, d.bonus, d.transaction_id, d.usdt_amount, d.usdt_rate,
           d.usdt_rate_is_fallback, d.status, d.rejection_preset, d.admin_note, d.created_at, d.decided_at, d.decided_by,
           d.reversed_at, d.reversal_reason, d.reference_freed`

export type NewDeposit = {
  user: number
  method: { id: number; name: string; nameHi: string; payee: Payee; payeeSince: Date }
  amount: Paise
  bought: { id: number; name: string; nameHi: string; bonus: Ppm } | null
  transactionId: string
  referenceKey: string
  usdt: { amount: bigint | null; rate: Paise; isFallback: boolean } | null
  at: Date
}

/** Breaks the constraint `reference_taken` if a pending or approved request has the same transaction ID. */
export async function insertDeposit(tx: Tx, deposit: NewDeposit): Promise<DepositRow> {
  const { rows } = await sql<DepositRow>`
    insert into deposits as d (
      user_id, method_id, method_name, method_name_hi, payee, payee_since, type, requested_amount, package_id, package_name,
      package_name_hi, bonus_ppm, transaction_id, reference_key, usdt_amount, usdt_rate, usdt_rate_is_fallback, created_at)
    values (
      ${deposit.user}, ${deposit.method.id}, ${deposit.method.name}, ${deposit.method.nameHi},
      ${JSON.stringify(deposit.method.payee)}::jsonb, ${deposit.method.payeeSince},
      ${deposit.method.payee.type}, ${deposit.amount}, ${deposit.bought?.id ?? null}, ${deposit.bought?.name ?? null},
      ${deposit.bought?.nameHi ?? ''}, ${deposit.bought?.bonus ?? null}, ${deposit.transactionId}, ${deposit.referenceKey},
      ${deposit.usdt?.amount ?? null}, ${deposit.usdt?.rate ?? null}, ${deposit.usdt?.isFallback ?? false}, ${deposit.at})
    returning ${columns}`.execute(tx)
  return onlyRow(rows, 'a deposit')
}

/** The reference of a user's next payment, created if there is none. */
export async function openReference(
  tx: Tx,
  { user, made, at }: { user: number; made: string; at: Date },
): Promise<string> {
  const { rows } = await sql<{ reference: string }>`
    insert into payment_references as r (reference, user_id, created_at) values (${made}, ${user}, ${at})
    on conflict (user_id) where deposit_id is null do update set created_at = r.created_at
    returning reference`.execute(tx)
  return onlyRow(rows, `the payment reference of user ${user}`).reference
}

/** Assigns the user's open reference to this deposit, which was paid through its QR code. */
export async function takeReference(tx: Tx, { user, deposit }: { user: number; deposit: number }): Promise<void> {
  await sql`
    update payment_references set deposit_id = ${deposit} where user_id = ${user} and deposit_id is null`.execute(tx)
}

const PENDING_LOCK = 7_302_020

/** The number of a user's waiting requests; their next request waits for this transaction, so the number stays right. */
export async function countPending(tx: Tx, user: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(${PENDING_LOCK}, ${user})`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from deposits where user_id = ${user} and ${hasOutcome('status', 'waits')}`.execute(
    tx,
  )
  return onlyRow(rows, 'a count').n
}

export type AdminRow = DepositRow &
  OwnerRow & {
    wallet_balance: Paise
    largest_approved: Paise | null
    has_former_payee: boolean
    decided_by_name: string | null
    marks: Marks
    seen_before: { id: number; status: DepositStatus; user_name: string; created_at: string }[]
    is_first: boolean
    recent: {
      id: number
      requested_amount: string
      approved_amount: string | null
      status: DepositStatus
      created_at: string
    }[]
  }

export type ExportedRow = DepositRow & OwnerRow & { decided_by_name: string | null }

const owned = sql`${columns}, ${ownerColumns}, a.name as decided_by_name`
const recent = sql`jsonb_build_object('id', o.id, 'requested_amount', o.requested_amount::text, 'approved_amount',
                                      o.approved_amount::text, 'status', o.status, 'created_at', o.created_at)`

export const deposits = requestTable<'deposit', DepositRow, AdminRow, ExportedRow>({
  kind: 'deposit',
  table: 'deposits',
  update: sql`update deposits d`,
  alias: 'd',
  at: 'created_at',
  amount: 'requested_amount',
  texts: ['transaction_id'],
  reference: 'reference_key',
  isNumbered: true,
  columns,
  adminColumns: sql`${owned}, ${walletOf(sql`u.id`)} as wallet_balance,
           (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'status', o.status, 'user_name', ou.name,
                                                         'created_at', o.created_at) order by o.id desc), '[]')
              from deposits o join users ou on ou.id = o.user_id
             where o.reference_key = d.reference_key and o.id <> d.id) as seen_before,
           ${largestApproved('deposits', 'd', 'approved_amount')} as largest_approved,
           ${hasFormerPayee} as has_former_payee,
           ${isFirst('deposits', 'd')} as is_first,
           ${latestOthers('deposits', 'd', recent)} as recent`,
  exportColumns: owned,
})

/** Clears admins' texts on the deposits of a closed account; amounts, decisions and references stay. */
export async function eraseTexts(tx: Tx, user: number): Promise<void> {
  await sql`
    update deposits
       set admin_note = case when admin_note is not null then '' end,
           reversal_reason = case when reversal_reason is not null then '' end
     where user_id = ${user} and (admin_note <> '' or reversal_reason <> '')`.execute(tx)
}
