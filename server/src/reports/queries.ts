import { type Paise, paise } from '@bittkosh/contract/money'
import type { DecidedWork, ReportRow } from '@bittkosh/contract/reports'
import { type RequestAct, requestAction, type RequestKind } from '@bittkosh/contract/requests'
import { addDays, addMonths, startOfDay } from '@bittkosh/contract/time'
import { ledgerMonths } from '../ledger/totals.ts'
import type { Db } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { hasOutcome } from '../requests/table.ts'
import type { Cohort, CohortStep, Period } from './rules.ts'

const monthOfMoment = (moment: Sql<unknown>) => sql`to_char(${moment} at time zone 'Asia/Kolkata', 'YYYY-MM-01')`
const momentsOf = ({ from, to }: Period) => ({ from: startOfDay(from), until: startOfDay(addMonths(to, 1)) })

/** The ledger's sums by month, from its kept days. */
export function totalsByMonth(db: Db, { from, to }: Period) {
  return ledgerMonths(db, { from, to: addDays(addMonths(to, 1), -1) })
}

/** Unclaimed plans by the month of their maturity, the soonest first. */
export async function exposure(db: Db): Promise<ReportRow<'exposure'>[]> {
  const { rows } = await sql<{ matures: string; plan: string; investments: number; principal: bigint; profit: bigint }>`
    with open as (
      select date_trunc('month', matures_on)::date as matures, plan_id,
             count(*)::integer as investments, sum(amount)::bigint as principal, sum(profit)::bigint as profit
        from investments
       where claimed_at is null
       group by 1, 2)
    select o.matures, p.name as plan, o.investments, o.principal, o.profit
      from open o
      join plans p on p.id = o.plan_id
     order by o.matures, p.name, p.id`.execute(db)
  return rows.map((row) => {
    const [principal, profit] = [paise(row.principal), paise(row.profit)]
    return { ...row, principal, profit, to_pay: paise(principal + profit) }
  })
}

/** Rewards for having invited somebody, by the month in which they were paid. */
export async function rewardsByMonth(db: Db, period: Period): Promise<Map<string, Paise>> {
  const { from, until } = momentsOf(period)
  const { rows } = await sql<{ month: string; amount: bigint }>`
    select ${monthOfMoment(sql`created_at`)} as month, sum(amount)::bigint as amount
      from referral_rewards
     where created_at >= ${from} and created_at < ${until}
     group by 1`.execute(db)
  return new Map(rows.map(({ month, amount }) => [month, paise(amount)]))
}

/** People who registered with somebody's code. */
export async function invitedByMonth(db: Db, period: Period): Promise<Map<string, number>> {
  const { from, until } = momentsOf(period)
  const { rows } = await sql<{ month: string; n: number }>`
    select ${monthOfMoment(sql`created_at`)} as month, count(*)::integer as n
      from users
     where referred_by is not null and role = 'user' and created_at >= ${from} and created_at < ${until}
     group by 1`.execute(db)
  return new Map(rows.map(({ month, n }) => [month, n]))
}

/**
 * What each admin decided in each month, and how long it had waited: deposits, withdrawals and identity records since they
 * were sent, and since it was approved what was taken back: a reversed deposit, a returned payout, a revoked approval of
 * identity. Who took it back is what the audit log says.
 */
export async function throughput(db: Db, period: Period): Promise<ReportRow<'throughput'>[]> {
  const { from, until } = momentsOf(period)
  const takenBack = (kind: RequestKind, act: RequestAct, table: string) => sql`
      select l.admin_id, 'reversals', l.at, l.at - r.decided_at
        from audit_log l
        join ${sql.table(table)} r on r.id = l.subject_id
       where l.subject = ${kind} and l.action = ${requestAction(kind, act)} and l.at >= ${from} and l.at < ${until}`
  const { rows } = await sql<{
    month: string
    admin: string
    work: DecidedWork
    decisions: number
    median_seconds: number
    p90_seconds: number
  }>`
    with decided as (
      select decided_by as admin_id, 'deposits' as work, decided_at as at, decided_at - created_at as waited
        from deposits where decided_at >= ${from} and decided_at < ${until}
      union all
      select decided_by, 'withdrawals', decided_at, decided_at - created_at
        from withdrawals where decided_by is not null and decided_at >= ${from} and decided_at < ${until}
      union all
      select decided_by, 'kyc', decided_at, decided_at - submitted_at
        from kyc_records where decided_at >= ${from} and decided_at < ${until}
      union all
      ${takenBack('deposit', 'reverse', 'deposits')}
      union all
      ${takenBack('withdrawal', 'return', 'withdrawals')}
      union all
      ${takenBack('kyc', 'revoke', 'kyc_records')}),
    worked as (
      select ${monthOfMoment(sql`at`)} as month, admin_id, work, count(*)::integer as decisions,
             percentile_cont(array[0.5, 0.9]) within group (order by extract(epoch from waited)) as waits
        from decided
       group by 1, 2, 3)
    select w.month, u.name as admin, w.work, w.decisions,
           round(w.waits[1])::integer as median_seconds, round(w.waits[2])::integer as p90_seconds
      from worked w
      join users u on u.id = w.admin_id
     order by w.month desc, u.name, u.id, array_position(array['deposits', 'withdrawals', 'kyc', 'reversals'], w.work)`.execute(
    db,
  )
  return rows
}

export async function registeredByMonth(db: Db, period: Period): Promise<Cohort[]> {
  const { from, until } = momentsOf(period)
  const { rows } = await sql<Cohort>`
    select ${monthOfMoment(sql`created_at`)} as month, count(*)::integer as registered
      from users
     where role = 'user' and created_at >= ${from} and created_at < ${until}
     group by 1`.execute(db)
  return rows
}

/** Approved deposits that stand, by the month of their person's registration and how many months later they were approved. */
export async function cohortSteps(db: Db, period: Period): Promise<CohortStep[]> {
  const { from, until } = momentsOf(period)
  const monthIn = (moment: Sql<unknown>) => sql`date_trunc('month', ${moment} at time zone 'Asia/Kolkata')::date`
  const { rows } = await sql<{ month: string; approved_in: string; first: number; amount: bigint }>`
    with paid as (
      select user_id, ${monthIn(sql`decided_at`)} as approved_in, sum(approved_amount)::bigint as amount
        from deposits
       where ${hasOutcome('status', 'granted')}
       group by 1, 2),
    ranked as (
      select user_id, approved_in, amount, approved_in = min(approved_in) over (partition by user_id) as is_first
        from paid)
    select ${monthIn(sql`u.created_at`)} as month, r.approved_in,
           (count(*) filter (where r.is_first))::integer as first, sum(r.amount)::bigint as amount
      from ranked r
      join users u on u.id = r.user_id
     where u.role = 'user' and u.created_at >= ${from} and u.created_at < ${until}
     group by 1, 2`.execute(db)
  return rows.map(({ month, approved_in, first, amount }) => ({
    month,
    since: monthsBetween(month, approved_in),
    first,
    amount: paise(amount),
  }))
}

function monthsBetween(from: string, to: string): number {
  const count = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))
  return count(to) - count(from)
}
