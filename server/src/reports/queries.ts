import { type Paise, paise, ZERO } from '@bittkosh/contract/money'
import { type DecidedWork, decidedWork, type ReportRow } from '@bittkosh/contract/reports'
import { type RequestAct, requestAction, type RequestKind } from '@bittkosh/contract/requestStates'
import { addDays, addMonths, monthOf, startOfDay } from '@bittkosh/contract/time'
import { ledgerMonths } from '../ledger/totals.ts'
import type { Db } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { hasOutcome } from '../requests/table.ts'
import { type Cohort, type CohortStep, monthsOf, type Period } from './rules.ts'

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
 * identity. Who took it back is what the audit log says. Each kind of work is grouped by itself, on numbers: sorting all of it
 * by names of months and kinds took 2.7 times as long (docs/reports.md#speed).
 */
export async function throughput(db: Db, period: Period): Promise<ReportRow<'throughput'>[]> {
  const { from, until } = momentsOf(period)
  const months = monthsOf(period).toReversed()
  const seconds = (later: string, earlier: string) =>
    sql`extract(epoch from ${sql.ref(later)} - ${sql.ref(earlier)})::float8`
  const decidedFrom = (table: string, sentAt: string) => sql`
      select decided_by as admin_id, decided_at as at, ${seconds('decided_at', sentAt)} as waited
        from ${sql.table(table)}
       where decided_by is not null and decided_at >= ${from} and decided_at < ${until}`
  const takenBack = (kind: RequestKind, act: RequestAct, table: string) => sql`
      select l.admin_id, l.at, ${seconds('l.at', 'r.decided_at')} as waited
        from audit_log l
        join ${sql.table(table)} r on r.id = l.subject_id
       where l.subject = ${kind} and l.action = ${requestAction(kind, act)} and l.at >= ${from} and l.at < ${until}`
  const work: Record<DecidedWork, Sql<unknown>> = {
    deposits: decidedFrom('deposits', 'created_at'),
    withdrawals: decidedFrom('withdrawals', 'created_at'),
    kyc: decidedFrom('kyc_records', 'submitted_at'),
    reversals: sql.join(
      [
        takenBack('deposit', 'reverse', 'deposits'),
        takenBack('withdrawal', 'return', 'withdrawals'),
        takenBack('kyc', 'revoke', 'kyc_records'),
      ],
      sql` union all `,
    ),
  }
  const grouped = decidedWork.map(
    (kind, place) => sql`
      select ${place}::integer as place, ${monthNumber(sql`at`, months)} as month, admin_id, count(*)::integer as decisions,
             percentile_cont(array[0.5, 0.9]) within group (order by waited) as waits
        from (${work[kind]}) as decided
       group by 2, 3`,
  )
  const { rows } = await sql<{
    place: number
    month: number
    admin: string
    decisions: number
    median_seconds: number
    p90_seconds: number
  }>`
    select w.place, w.month, u.name as admin, w.decisions,
           round(w.waits[1])::integer as median_seconds, round(w.waits[2])::integer as p90_seconds
      from (${sql.join(grouped, sql` union all `)}) as w
      join users u on u.id = w.admin_id
     order by w.month desc, u.name, u.id, w.place`.execute(db)
  return rows.map(({ place, month, ...row }) => ({
    ...row,
    month: nth(months, month),
    work: nth(decidedWork, place + 1),
  }))
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

/**
 * Approved deposits that stand, by the month of their person's registration and how many months later they were approved:
 * of some of these the money, of others how many people's first one it was. The two statements run side by side.
 */
export async function cohortSteps(db: Db, period: Period, today: string): Promise<CohortStep[]> {
  const { from, until } = momentsOf(period)
  const current = monthOf(today)
  const months = monthsOf({ from: period.from, to: period.to > current ? period.to : current }).toReversed()
  const registered = sql`u.role = 'user' and u.created_at >= ${from} and u.created_at < ${until}`
  const approved = hasOutcome('status', 'granted')
  const [sums, firsts] = await Promise.all([
    sql<{ month: number; approved_in: number; amount: bigint }>`
      select ${monthNumber(sql`u.created_at`, months)} as month, ${monthNumber(sql`d.decided_at`, months)} as approved_in,
             sum(d.approved_amount)::bigint as amount
        from (select user_id, decided_at, approved_amount from deposits where ${approved}) as d
        join users u on u.id = d.user_id
       where ${registered}
       group by 1, 2`.execute(db),
    sql<{ month: number; approved_in: number; first: number }>`
      select ${monthNumber(sql`u.created_at`, months)} as month, ${monthNumber(sql`d.first_at`, months)} as approved_in,
             count(*)::integer as first
        from (select user_id, min(decided_at) as first_at from deposits where ${approved} group by 1) as d
        join users u on u.id = d.user_id
       where ${registered}
       group by 1, 2`.execute(db),
  ])
  const stepOf = (row: { month: number; approved_in: number }) => ({
    month: nth(months, row.month),
    since: row.approved_in - row.month,
  })
  return [
    ...sums.rows.map((row) => ({ ...stepOf(row), first: 0, amount: paise(row.amount) })),
    ...firsts.rows.map((row) => ({ ...stepOf(row), first: row.first, amount: ZERO })),
  ]
}

/** Which of these months, counted from 1, a moment is in; the earliest comes first, and the last has no end. */
function monthNumber(moment: Sql<unknown>, months: readonly string[]): Sql<number> {
  return sql`width_bucket(${moment}, ${months.map(startOfDay)}::timestamptz[])`
}

function nth<T>(items: readonly T[], number: number): T {
  const item = items[number - 1]
  if (item === undefined) throw new Error(`there is no ${number} among ${items.length}`)
  return item
}
