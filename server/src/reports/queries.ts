import { add, type Paise } from '@bittkosh/contract/money'
import { type DecidedWork, decidedWork, type ReportRow } from '@bittkosh/contract/reports'
import { type RequestAct, requestAction, type RequestKind } from '@bittkosh/contract/requestStates'
import { addDays, addMonths, monthsBetween, startOfDay } from '@bittkosh/contract/time'
import { ledgerMonths } from '../ledger/totals.ts'
import { startOfDate } from '../platform/database/businessDay.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { type Cohort, type CohortStep, monthsOf, type Period } from './rules.ts'

const momentsOf = ({ from, to }: Period) => ({ from: startOfDay(from), until: startOfDay(addMonths(to, 1)) })

/** The ledger's sums by month, from its stored days. */
export function totalsByMonth(db: Db, { from, to }: Period) {
  return ledgerMonths(db, { from, to: addDays(addMonths(to, 1), -1) })
}

/** Unclaimed plans by the month of their maturity, the soonest first. */
export async function exposure(db: Db): Promise<ReportRow<'exposure'>[]> {
  const { rows } = await sql<{ matures: string; plan: string; investments: number; principal: Paise; profit: Paise }>`
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
  return rows.map((row) => ({ ...row, to_pay: add(row.principal, row.profit) }))
}

/** Rewards for referrals, by the month in which they were paid. */
export async function rewardsByMonth(db: Db, period: Period): Promise<Map<string, Paise>> {
  const { from, until } = momentsOf(period)
  const { rows } = await sql<{ month: string; amount: Paise }>`
    select india_month(created_at) as month, sum(amount)::bigint as amount
      from referral_rewards
     where created_at >= ${from} and created_at < ${until}
     group by 1`.execute(db)
  return new Map(rows.map(({ month, amount }) => [month, amount]))
}

/** The number of people who registered with a code, by month. */
export async function invitedByMonth(db: Db, period: Period): Promise<Map<string, number>> {
  const { from, until } = momentsOf(period)
  const { rows } = await sql<{ month: string; n: number }>`
    select india_month(created_at) as month, count(*)::integer as n
      from users
     where referred_by is not null and role = 'user' and created_at >= ${from} and created_at < ${until}
     group by 1`.execute(db)
  return new Map(rows.map(({ month, n }) => [month, n]))
}

/**
 * What each admin decided in each month, and how long it had waited: deposits, withdrawals and identity records since
 * they were submitted, and reversed deposits, returned payouts and revoked identity records since they were approved.
 * Stored months are read, the others are counted (docs/reports.md#speed).
 */
export async function throughput(db: Db, period: Period): Promise<ReportRow<'throughput'>[]> {
  const counted = decidedWork.map(
    (kind) => sql`
      select m.month, ${kind} as work, d.*
        from (select month
                from unnest(${monthsOf(period)}::date[]) as asked (month)
               where not exists (select from decided_months k where k.month = asked.month and k.work = ${kind})
              offset 0) as m -- without it kept months may be counted before they are left out
       cross join lateral (${decidedIn(kind, sql`m.month`)}) as d`,
  )
  const { rows } = await sql<ReportRow<'throughput'>>`
    with decided as (
      select k.month, k.work, d.*
        from decided_months k
       cross join jsonb_to_recordset(k.admins)
                  as d (admin_id integer, decisions integer, median_seconds integer, p90_seconds integer)
       where k.month between ${period.from} and ${period.to}
       union all ${sql.join(counted, sql` union all `)})
    select d.month, u.name as admin, d.work, d.decisions, d.median_seconds, d.p90_seconds
      from decided d
      join users u on u.id = d.admin_id
     order by d.month desc, u.name, u.id, array_position(${[...decidedWork]}::text[], d.work)`.execute(db)
  return rows
}

/** One kind of work in a month, by the admin who decided: the figures of the report on decisions. */
function decidedIn(work: DecidedWork, month: Sql<unknown>): Sql<unknown> {
  const isInMonth = (moment: string) => sql`
             ${sql.ref(moment)} >= ${startOfDate(month)}
         and ${sql.ref(moment)} < ${startOfDate(sql`${month} + interval '1 month'`)}`
  const decided = (table: string, sentAt: string) => sql`
        select decided_by as admin_id, decided_at - ${sql.ref(sentAt)} as waited
          from ${sql.table(table)}
         where decided_by is not null and ${isInMonth('decided_at')}`
  const takenBack = (kind: RequestKind, act: RequestAct, table: string) => sql`
        select l.admin_id, l.at - r.decided_at as waited
          from audit_log l
          join ${sql.table(table)} r on r.id = l.subject_id
         where l.subject = ${kind} and l.action = ${requestAction(kind, act)} and ${isInMonth('l.at')}`
  const records: Record<DecidedWork, Sql<unknown>> = {
    deposits: decided('deposits', 'created_at'),
    withdrawals: decided('withdrawals', 'created_at'),
    kyc: decided('kyc_records', 'submitted_at'),
    reversals: sql.join(
      [
        takenBack('deposit', 'reverse', 'deposits'),
        takenBack('withdrawal', 'return', 'withdrawals'),
        takenBack('kyc', 'revoke', 'kyc_records'),
      ],
      sql` union all `,
    ),
  }
  const waited = (share: number) =>
    sql`round(percentile_cont(${sql.lit(share)}) within group (order by date_part('epoch', waited)))::integer`
  return sql`
      select admin_id, count(*)::integer as decisions, ${waited(0.5)} as median_seconds, ${waited(0.9)} as p90_seconds
        from (${records[work]}) as records
       group by admin_id`
}

const decidedRows = (work: DecidedWork, month: Sql<unknown>) =>
  sql`(select coalesce(jsonb_agg(d order by d.admin_id), '[]') from (${decidedIn(work, month)}) as d)`

/** The months before `current` with decisions of which a kind of work is not stored yet. */
export async function unkeptMonths(db: Db, current: string): Promise<{ month: string; work: DecidedWork }[]> {
  const first = ['deposits', 'withdrawals', 'kyc_records'].map(
    (table) => sql`(select min(decided_at) from ${sql.table(table)} where decided_by is not null)`,
  )
  const { rows } = await sql<{ month: string; work: DecidedWork }>`
    select m.month::date as month, w.work
      from generate_series(india_month(least(${sql.join(first)})), ${current}::date - 1, interval '1 month') as m (month)
     cross join unnest(${[...decidedWork]}::text[]) as w (work)
     where not exists (select from decided_months k where k.month = m.month and k.work = w.work)
     order by 1, 2`.execute(db)
  return rows
}

/** Stores the decisions of a past month, unless somebody is changing them right now: then a later call does. */
export async function keepDecided(tx: Tx, { month, work }: { month: string; work: DecidedWork }): Promise<void> {
  const { rows } = await sql<{ alone: boolean }>`
    select pg_try_advisory_xact_lock(7302053, ${month}::date - date '2000-01-01') as alone`.execute(tx)
  if (!rows[0]?.alone) return
  // A separate statement, so that it sees what was committed before the lock was granted.
  await sql`
    insert into decided_months (month, work, admins)
    values (${month}, ${work}, ${decidedRows(work, sql`${month}::date`)})
    on conflict do nothing`.execute(tx)
}

export const keptMonthsAmiss = sql<{ finding: string }>`
      select 'in the month of ' || k.month || ' admins decided ' || k.work || ' as ' || counted.admins || ', kept is '
             || k.admins as finding
        from decided_months k
        join lateral (${sql.join(
          decidedWork.map((work) => sql`select ${decidedRows(work, sql`k.month`)} as admins where k.work = ${work}`),
          sql` union all `,
        )}) as counted on counted.admins <> k.admins
       limit 100`

/** Registrations, from the stored counts by day. */
export async function registeredByMonth(db: Db, period: Period): Promise<Cohort[]> {
  const { rows } = await sql<Cohort>`
    select date_trunc('month', part::date)::date as month, sum(n)::integer as registered
      from list_counts
     where list = 'registrations' and part >= ${period.from} and part < ${addMonths(period.to, 1)}
     group by 1`.execute(db)
  return rows
}

/**
 * Approved, unreversed deposits by the month of their person's registration and how many months later they were
 * approved: the money, and for how many people it was the first one.
 */
export async function cohortSteps(db: Db, { from, to }: Period): Promise<CohortStep[]> {
  const { rows } = await sql<{ month: string; approved: string; first: number; amount: Paise }>`
    select registered as month, approved, sum(people)::integer as first, sum(amount)::bigint as amount
      from deposit_cohorts
     where registered between ${from} and ${to}
     group by registered, approved`.execute(db)
  return rows.map(({ approved, ...row }) => ({ ...row, since: monthsBetween(row.month, approved) }))
}
