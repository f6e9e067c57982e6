import type { Language } from '@bittkosh/contract/language'
import { paise } from '@bittkosh/contract/money'
import type { Payout, WalletMonth, Worth } from '@bittkosh/contract/portfolio'
import { addDays, startOfDay } from '@bittkosh/contract/time'
import type { Db } from '../platform/database/database.ts'
import { readerText } from '../platform/database/readerText.ts'
import { sql } from '../platform/database/sql.ts'

/**
 * What a user had at the end of each business day from `from` to `today`. Goes back from the balances of this moment
 * through the entries since, because interest of a missed day is booked late with its own date. Each account's are summed by
 * day from its own index, which takes a quarter of the time (bench/results/2026-11-25-history.md).
 */
export async function worthByDay(
  db: Db,
  { user, from, today }: { user: number; from: string; today: string },
): Promise<Worth[]> {
  const { rows } = await sql<Record<'wallet' | 'flexible' | 'plans' | 'total', bigint> & { date: string }>`
    with accounts as (
      select id, kind, balance from ledger_accounts where holder = ${user}),
    moved as (
      select m.day,
             sum(m.amount) filter (where a.kind in ('wallet', 'held')) as wallet,
             sum(m.amount) filter (where a.kind = 'flexible') as flexible,
             sum(m.amount) filter (where a.kind = 'invested') as invested
        from accounts a
       cross join lateral (
             select (e.at at time zone 'Asia/Kolkata')::date as day, sum(e.amount) as amount
               from ledger_entries e
              where e.account_id = a.id and e.at >= ${startOfDay(addDays(from, 1))}
              group by 1) m
       group by m.day),
    days as (
      select d::date as day
        from generate_series(${from}::date, greatest(${today}::date, (select max(day) from moved)), interval '1 day') d),
    since as (
      select d.day,
             coalesce(sum(m.wallet) over later, 0) as wallet,
             coalesce(sum(m.flexible) over later, 0) as flexible,
             coalesce(sum(m.invested) over later, 0) as invested
        from days d
        left join moved m on m.day = d.day
      window later as (order by d.day desc rows between unbounded preceding and 1 preceding)),
    accrued as (
      select d.day, sum(i.profit * least(i.duration_days, d.day - i.bought_on) / i.duration_days) as profit
        from days d
        join investments i
          on i.user_id = ${user} and i.bought_on <= d.day
         and (i.claimed_at is null or (i.claimed_at at time zone 'Asia/Kolkata')::date > d.day)
       group by d.day),
    worth as (
      select s.day,
             (select sum(balance) from accounts where kind in ('wallet', 'held')) - s.wallet as wallet,
             (select sum(balance) from accounts where kind = 'flexible') - s.flexible as flexible,
             (select sum(balance) from accounts where kind = 'invested') - s.invested + coalesce(a.profit, 0) as plans
        from since s
        left join accrued a on a.day = s.day)
    select day::text as date, wallet::bigint, flexible::bigint, plans::bigint,
           (wallet + flexible + plans)::bigint as total
      from worth
     where day <= ${today}::date
     order by day`.execute(db)
  return rows.map(({ date, wallet, flexible, plans, total }) => ({
    date,
    wallet: paise(wallet),
    flexible: paise(flexible),
    plans: paise(plans),
    total: paise(total),
  }))
}

const PAYOUTS_MAX = 100

/** What a user's unclaimed plans pay until the end of a business day, soonest first. */
export async function payoutsUntil(
  db: Db,
  { user, until, language }: { user: number; until: string; language: Language },
): Promise<Payout[]> {
  const { rows } = await sql<Omit<Payout, 'amount' | 'profit'> & { amount: bigint; profit: bigint }>`
    select id, ${readerText(language, 'name')} as name, symbol, matures_on::text as date, amount + profit as amount, profit
      from investments
     where user_id = ${user} and claimed_at is null and matures_on <= ${until}::date
     order by matures_on, id
     limit ${PAYOUTS_MAX}`.execute(db)
  return rows.map((row) => ({ ...row, amount: paise(row.amount), profit: paise(row.profit) }))
}

/**
 * What came into a user's wallet and left it in each month, from the first day of one on. What is held counts as in
 * the wallet, so a withdrawal leaves when it is paid, and one that is rejected neither leaves nor comes.
 */
export async function walletMonths(
  db: Db,
  { user, from, today }: { user: number; from: string; today: string },
): Promise<WalletMonth[]> {
  const { rows } = await sql<{ month: string; income: bigint; outgo: bigint }>`
    with moved as (
      select min(e.at) as at, sum(e.amount) as amount
        from ledger_accounts a
        join ledger_entries e on e.account_id = a.id and e.at >= ${startOfDay(from)}
       where a.holder = ${user} and a.kind in ('wallet', 'held')
       group by e.transfer_id)
    select m::date::text as month,
           coalesce(sum(moved.amount) filter (where moved.amount > 0), 0)::bigint as income,
           coalesce(-sum(moved.amount) filter (where moved.amount < 0), 0)::bigint as outgo
      from generate_series(${from}::date, ${today}::date, interval '1 month') m
      left join moved on date_trunc('month', moved.at at time zone 'Asia/Kolkata') = m::timestamp
     group by m
     order by m`.execute(db)
  return rows.map(({ month, income, outgo }) => ({ month, in: paise(income), out: paise(outgo) }))
}
