/** The lines as admins see and process them. */
import type { LineState, LineView, MatchReason } from '@bittkosh/contract/bankStatements'
import type { DepositStatus } from '@bittkosh/contract/deposits'
import type { Paise } from '@bittkosh/contract/money'
import type { WithdrawalStatus } from '@bittkosh/contract/withdrawals'
import { hasFormerPayee } from '../methods/actions.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { amountIn, containing } from '../platform/lists.ts'
import { largestApproved } from '../requests/ownerFacts.ts'

type DepositJson = {
  id: number
  number: string
  user: { id: number; name: string }
  requested_amount: string
  approved_amount: string | null
  transaction_id: string
  status: DepositStatus
  created_at: string
  largest_approved: string | null
  /** Apart from those that depend on the reader. */
  has_warnings: boolean
}
type WithdrawalJson = {
  id: number
  number: string
  user: { id: number; name: string }
  paid_amount: string
  status: WithdrawalStatus
  transaction_id: string
  decided_at: string
}

export type LineRow = {
  id: number
  account_id: number
  account_name: string
  day: string
  amount: Paise
  reference: string
  narration: string
  payer: string
  state: LineState
  reasons: MatchReason[]
  deposit: DepositJson | null
  withdrawal: WithdrawalJson | null
  decided_by_name: string | null
  decided_at: Date | null
  ignored_because: string | null
}

const lineColumns = sql`
    select l.id, l.account_id, coalesce(m.name, a.name) as account_name, l.day, l.amount, l.reference, l.narration, l.payer,
           l.state, l.reasons, dec.name as decided_by_name, l.decided_at, l.ignored_because,
           case when d.id is not null then
             jsonb_build_object('id', d.id, 'number', d.number, 'user', jsonb_build_object('id', du.id, 'name', du.name),
                                'requested_amount', d.requested_amount::text, 'approved_amount', d.approved_amount::text,
                                'transaction_id', d.transaction_id, 'status', d.status, 'created_at', d.created_at,
                                'largest_approved', (${largestApproved('deposits', 'd', 'approved_amount')})::text,
                                'has_warnings', du.frozen_at is not null or not du.is_active or exists (
                                  select from deposits o where o.reference_key = d.reference_key and o.id <> d.id)
                                  or ${hasFormerPayee})
           end as deposit,
           case when w.id is not null then
             jsonb_build_object('id', w.id, 'number', w.number, 'user', jsonb_build_object('id', wu.id, 'name', wu.name),
                                'paid_amount', (w.amount - w.fee)::text, 'transaction_id', w.transaction_id,
                                'status', w.status, 'decided_at', w.decided_at)
           end as withdrawal
      from statement_lines l
      join statement_accounts a on a.id = l.account_id
      left join deposit_methods m on m.id = a.method_id
      left join deposits d on d.id = l.deposit_id
      left join users du on du.id = d.user_id
      left join withdrawals w on w.id = l.withdrawal_id
      left join users wu on wu.id = w.user_id
      left join users dec on dec.id = l.decided_by`

export type LineFilter = {
  view: LineView
  account: number | undefined
  state: LineState | undefined
  search: string | undefined
  before: { day: string; id: number } | undefined
  limit: number
}

export async function linesPage(
  db: Db,
  { view, account, state, search, before, limit }: LineFilter,
): Promise<LineRow[]> {
  const conditions: Sql<unknown>[] = [sql`l.status = ${view}`]
  if (account !== undefined) conditions.push(sql`l.account_id = ${account}`)
  if (state !== undefined) conditions.push(sql`l.state = ${state}`)
  if (before) conditions.push(sql`(l.day, l.id) < (${before.day}::date, ${before.id})`)
  if (search) {
    const part = containing(search)
    const amount = amountIn(search)
    conditions.push(
      sql`(l.narration ilike ${part} or l.reference ilike ${part} or l.payer ilike ${part}
           or l.amount = ${amount} or l.amount = -${amount}::bigint)`,
    )
  }
  const { rows } = await sql<LineRow>`
    ${lineColumns}
     where ${sql.join(conditions, sql` and `)}
     order by l.day desc, l.id desc
     limit ${limit}`.execute(db)
  return rows
}

export async function lineById(db: Db, id: number): Promise<LineRow | undefined> {
  const { rows } = await sql<LineRow>`${lineColumns} where l.id = ${id}`.execute(db)
  return rows[0]
}

export type LockedLine = { id: number; amount: Paise; state: LineState }

export async function lockLine(tx: Tx, id: number): Promise<LockedLine | undefined> {
  const { rows } = await sql<LockedLine>`
    select id, amount, state from statement_lines where id = ${id} for update`.execute(tx)
  return rows[0]
}

/** Whether this admin has approved this deposit with this line. */
export async function isApprovedBy(
  db: Db,
  { line, deposit, admin }: { line: number; deposit: number; admin: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from statement_lines
     where id = ${line} and state = 'matched' and deposit_id = ${deposit} and decided_by = ${admin}`.execute(db)
  return rows.length > 0
}

/**
 * Marks the line as this deposit's proof; false if no such rupee deposit exists. Violates `deposit_on_line` if another line
 * is it. Reasons about another deposit go, and so does 'used', which would say that another line is the proof.
 */
export async function useLine(
  tx: Tx,
  { line, deposit, admin, at }: { line: number; deposit: number; admin: number; at: Date },
): Promise<boolean> {
  const { count } = await sql`
    update statement_lines
       set state = 'matched', deposit_id = ${deposit}, withdrawal_id = null, decided_by = ${admin}, decided_at = ${at},
           reasons = case when deposit_id = ${deposit} then array_remove(reasons, 'used') else '{}' end
     where id = ${line} and exists (select from deposits where id = ${deposit} and type <> 'crypto')`.execute(tx)
  return count === 1
}

/**
 * Marks the line as a payout that came back; false if no rupee withdrawal was paid with its amount. Violates
 * `payout_on_line` if it came back on another line. Reasons go as for a deposit.
 */
export async function useLineAsReturn(
  tx: Tx,
  { line, withdrawal, admin, at }: { line: number; withdrawal: number; admin: number; at: Date },
): Promise<boolean> {
  const { count } = await sql`
    update statement_lines l
       set state = 'matched', withdrawal_id = w.id, deposit_id = null, decided_by = ${admin}, decided_at = ${at},
           reasons = case when l.withdrawal_id = w.id then array_remove(l.reasons, 'used') else '{}' end
      from withdrawals w
     where l.id = ${line} and w.id = ${withdrawal} and w.type <> 'crypto' and w.amount - w.fee = l.amount`.execute(tx)
  return count === 1
}

export async function ignoreLine(
  tx: Tx,
  { line, reason, admin, at }: { line: number; reason: string; admin: number; at: Date },
): Promise<void> {
  await sql`
    update statement_lines
       set state = 'ignored', ignored_because = ${reason}, decided_by = ${admin}, decided_at = ${at}, reasons = '{}',
           deposit_id = null, withdrawal_id = null
     where id = ${line}`.execute(tx)
}

export async function reopenLine(tx: Tx, line: number): Promise<void> {
  await sql`
    update statement_lines
       set state = 'unmatched', ignored_because = null, decided_by = null, decided_at = null
     where id = ${line}`.execute(tx)
}

const noTexts = sql`narration = '', payer = '', reference = '', keys = '{}'`
const hasTexts = sql<boolean>`(l.narration <> '' or l.payer <> '' or l.reference <> '' or l.keys <> '{}')`

/** Whether a line `l` belongs to a deposit or withdrawal of this person. */
export const isOfPerson = (user: number) => isOf(sql`(${user})`)

const isOf = (users: Sql) => sql<boolean>`
  (l.deposit_id in (select id from deposits where user_id in ${users})
   or l.withdrawal_id in (select id from withdrawals where user_id in ${users}))`

/** Empties the texts of the lines of a closed account's deposits and payouts. */
export async function eraseLines(tx: Tx, user: number): Promise<void> {
  await sql`update statement_lines l set ${noTexts} where ${isOfPerson(user)}`.execute(tx)
}

/** The same for all closed accounts: a statement may be imported, or a line matched, after its account was closed. */
export async function eraseLinesOfClosed(tx: Tx): Promise<void> {
  await sql`
    update statement_lines l set ${noTexts}
     where ${hasTexts} and ${isOf(sql`(select id from users where closed_at is not null)`)}`.execute(tx)
}

/** Empties the texts of lines from before `day`. Amounts, days and matches stay. */
export async function emptyOldLines(tx: Tx, day: string): Promise<void> {
  await sql`update statement_lines l set ${noTexts} where l.day < ${day}::date and ${hasTexts}`.execute(tx)
}
