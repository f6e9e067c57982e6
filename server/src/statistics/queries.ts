import { type Paise, paise } from '@bittkosh/contract/money'
import type { PlatformAccountName } from '@bittkosh/contract/statistics'
import { sql } from 'kysely'
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

export type PlatformLine = { id: bigint; cause: string; kind: string; amount: Paise; at: Date }

export async function linesOf(
  db: Db,
  {
    account,
    side,
    before,
    limit,
  }: {
    account: PlatformAccountName
    side: 'debit' | 'credit' | undefined
    before: bigint | undefined
    limit: number
  },
): Promise<PlatformLine[]> {
  const { rows } = await sql<PlatformLine>`
    select e.id, t.cause, t.kind, e.amount, e.at
      from ledger_entries e
      join ledger_transfers t on t.id = e.transfer_id
     where e.account_id = (select id from ledger_accounts where holder = 0 and kind = ${account})
       and e.id < ${before ?? 9_223_372_036_854_775_807n}
       and ${side ? sql`(e.amount < 0) = ${side === 'debit'}` : sql`true`}
     order by e.id desc
     limit ${limit}`.execute(db)
  return rows
}
