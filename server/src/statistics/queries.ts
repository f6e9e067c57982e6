import { type Paise, paise } from '@bittkosh/contract/money'
import type { OwedAccountName, PlatformAccountName } from '@bittkosh/contract/statistics'
import { sql } from 'kysely'
import type { MovementKind } from '../ledger/movements.ts'
import type { Db } from '../platform/database.ts'

export async function countUsers(db: Db): Promise<{ total: number; active: number }> {
  const { rows } = await sql<{ total: number; active: number }>`
    select count(*)::integer as total, count(*) filter (where is_active)::integer as active
      from users
     where role = 'user' and closed_at is null`.execute(db)
  return rows[0] ?? { total: 0, active: 0 }
}

export type DayTotals = {
  day: string
  deposits: Paise
  depositCount: number
  withdrawals: Paise
  withdrawalCount: number
}

/** Approved deposits and withdrawals by business day of their decision; days without any are not in the answer. */
export async function decidedByDay(db: Db, from: Date, until: Date): Promise<Map<string, DayTotals>> {
  const { rows } = await sql<{
    day: string
    deposits: bigint
    deposit_count: number
    withdrawals: bigint
    withdrawal_count: number
  }>`
    select to_char(decided_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day,
           coalesce(sum(amount) filter (where kind = 'deposit'), 0)::bigint as deposits,
           count(*) filter (where kind = 'deposit')::integer as deposit_count,
           coalesce(sum(amount) filter (where kind = 'withdrawal'), 0)::bigint as withdrawals,
           count(*) filter (where kind = 'withdrawal')::integer as withdrawal_count
      from (select 'deposit' as kind, approved_amount as amount, decided_at from deposits
             where status = 'approved' and decided_at >= ${from} and decided_at < ${until}
            union all
            select 'withdrawal', amount, decided_at from withdrawals
             where status = 'approved' and decided_at >= ${from} and decided_at < ${until}) as decided
     group by day`.execute(db)
  return new Map(
    rows.map((row) => [
      row.day,
      {
        day: row.day,
        deposits: paise(row.deposits),
        depositCount: row.deposit_count,
        withdrawals: paise(row.withdrawals),
        withdrawalCount: row.withdrawal_count,
      },
    ]),
  )
}

/** What was asked for within a time and still waits. */
export async function pendingTotals(db: Db, from: Date, until: Date): Promise<{ deposits: Paise; withdrawals: Paise }> {
  const { rows } = await sql<{ deposits: bigint; withdrawals: bigint }>`
    select (select coalesce(sum(requested_amount), 0)::bigint from deposits
             where status = 'pending' and created_at >= ${from} and created_at < ${until}) as deposits,
           (select coalesce(sum(amount), 0)::bigint from withdrawals
             where status = 'pending' and created_at >= ${from} and created_at < ${until}) as withdrawals`.execute(db)
  return { deposits: paise(rows[0]?.deposits ?? 0n), withdrawals: paise(rows[0]?.withdrawals ?? 0n) }
}

/** New users by business day of their registration. */
export async function registrationsByDay(db: Db, from: Date, until: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; n: number }>`
    select to_char(created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day, count(*)::integer as n
      from users
     where role = 'user' and created_at >= ${from} and created_at < ${until}
     group by day`.execute(db)
  return new Map(rows.map((row) => [row.day, row.n]))
}

type Queue = { count: number; oldest_at: Date | null }

export async function queues(db: Db): Promise<{ deposits: Queue; withdrawals: Queue; kyc: Queue }> {
  const { rows } = await sql<Queue & { name: 'deposits' | 'withdrawals' | 'kyc' }>`
    select 'deposits' as name, count(*)::integer as count, min(created_at) as oldest_at from deposits where status = 'pending'
    union all
    select 'withdrawals', count(*)::integer, min(created_at) from withdrawals where status = 'pending'
    union all
    select 'kyc', count(*)::integer, min(submitted_at) from kyc_records where status = 'pending'`.execute(db)
  const queue = (name: string): Queue => {
    const row = rows.find((one) => one.name === name)
    return { count: row?.count ?? 0, oldest_at: row?.oldest_at ?? null }
  }
  return { deposits: queue('deposits'), withdrawals: queue('withdrawals'), kyc: queue('kyc') }
}

/** Users' balances by kind of account. */
export async function owedByKind(db: Db): Promise<Map<string, Paise>> {
  const { rows } = await sql<{ kind: string; total: bigint }>`
    select kind, sum(balance)::bigint as total from ledger_accounts where user_id is not null group by kind`.execute(db)
  return new Map(rows.map((row) => [row.kind, paise(row.total)]))
}

/** What went into and out of each of the platform's accounts, both as positive sums. */
export async function platformSums(db: Db): Promise<Map<PlatformAccountName, { plus: Paise; minus: Paise }>> {
  const { rows } = await sql<{ kind: PlatformAccountName; plus: bigint; minus: bigint }>`
    select a.kind, coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as plus,
           coalesce(-sum(e.amount) filter (where e.amount < 0), 0)::bigint as minus
      from ledger_accounts a
      left join ledger_entries e on e.account_id = a.id
     where a.holder = 0
     group by a.kind`.execute(db)
  return new Map(rows.map((row) => [row.kind, { plus: paise(row.plus), minus: paise(row.minus) }]))
}

/** Unclaimed plans that can be claimed before `until`. */
export async function dueBefore(db: Db, until: Date): Promise<{ count: number; principal: Paise; profit: Paise }> {
  const { rows } = await sql<{ count: number; principal: bigint; profit: bigint }>`
    select count(*)::integer as count, coalesce(sum(amount), 0)::bigint as principal,
           coalesce(sum(profit), 0)::bigint as profit
      from investments
     where claimed_at is null and matures_at < ${until}`.execute(db)
  const [row] = rows
  return { count: row?.count ?? 0, principal: paise(row?.principal ?? 0n), profit: paise(row?.profit ?? 0n) }
}

export type LedgerLine = {
  id: bigint
  transfer_id: bigint
  cause: string
  kind: MovementKind
  amount: Paise
  at: Date
  user: { id: number; name: string } | null
}
/** The last line of the page before. */
export type LineKey = { transfer: bigint; entry: bigint }
type LinePage<Account> = {
  account: Account
  side: 'debit' | 'credit' | undefined
  before: LineKey | undefined
  limit: number
}

const ofSide = (side: 'debit' | 'credit' | undefined) => (side ? sql`(e.amount < 0) = ${side === 'debit'}` : sql`true`)

export async function linesOfPlatform(
  db: Db,
  { account, side, before, limit }: LinePage<PlatformAccountName>,
): Promise<LedgerLine[]> {
  const { rows } = await sql<LedgerLine>`
    select e.id, e.transfer_id, t.cause, t.kind, e.amount, e.at, null as user
      from ledger_entries e
      join ledger_transfers t on t.id = e.transfer_id
     where e.account_id = (select id from ledger_accounts where holder = 0 and kind = ${account})
       and ${before ? sql`e.id < ${before.entry}` : sql`true`}
       and ${ofSide(side)}
     order by e.id desc
     limit ${limit}`.execute(db)
  return rows
}

/** The movements that touch a kind of users' account; of the others, such as a night of interest, no entry is read. */
const kindsTouching: Record<OwedAccountName, readonly MovementKind[]> = {
  wallet: [
    'deposit',
    'package',
    'package_bonus',
    'withdrawal_hold',
    'withdrawal_release',
    'transfer',
    'plan_purchase',
    'plan_claim',
    'flexible_deposit',
    'flexible_withdraw',
    'referral_income',
    'adjustment',
  ],
  flexible: ['flexible_deposit', 'flexible_withdraw', 'flexible_interest', 'welcome_bonus'],
  invested: ['plan_purchase', 'plan_claim'],
  held: ['withdrawal_hold', 'withdrawal_payout', 'withdrawal_release'],
}

/** Of all users' accounts of a kind: from the newest transfer back, for entries lie by account. */
export async function linesOfUsers(
  db: Db,
  { account, side, before, limit }: LinePage<OwedAccountName>,
): Promise<LedgerLine[]> {
  const { rows } = await sql<LedgerLine>`
    select e.id, e.transfer_id, t.cause, t.kind, e.amount, e.at, jsonb_build_object('id', u.id, 'name', u.name) as user
      from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id
      join ledger_accounts a on a.id = e.account_id
      join users u on u.id = a.holder
     where t.kind = any (${kindsTouching[account]}::text[])
       and a.kind = ${account}
       and ${before ? sql`t.id <= ${before.transfer} and (t.id, e.id) < (${before.transfer}, ${before.entry})` : sql`true`}
       and ${ofSide(side)}
     order by t.id desc, e.id desc
     limit ${limit}`.execute(db)
  return rows
}
