import type { Language } from '@bittkosh/contract/language'
import type { Payout, WalletMonth, Worth } from '@bittkosh/contract/portfolio'
import { addDays, startOfDay } from '@bittkosh/contract/time'
import { dayOfMoment, startOfDate } from '../platform/database/businessDay.ts'
import type { Db } from '../platform/database/database.ts'
import { readerText } from '../platform/database/readerText.ts'
import { sql } from '../platform/database/sql.ts'

/**
 * What a user had at the end of each business day from `from` to `today`. Goes back from the present balances through
 * the later entries, because interest of a missed day is booked late with its own date. Each account's entries are
 * summed by day from its own index, which takes a quarter of the time; looking up Asia/Kolkata by name for each of them
 * takes as long as everything else (bench/results/2026-11-25-history.md).
 */
export async function worthByDay(
  db: Db,
  { user, from, today }: { user: number; from: string; today: string },
): Promise<Worth[]> {
  const { rows } = await sql<Worth>`
    with accounts as (
      select id, kind, balance from ledger_accounts where holder = ${user}),
    moved as (
      select m.day,
             sum(m.amount) filter (where a.kind in ('wallet', 'held')) as wallet,
             sum(m.amount) filter (where a.kind = 'flexible') as flexible,
             sum(m.amount) filter (where a.kind = 'invested') as invested
        from accounts a
       cross join lateral (
             select (e.at at time zone interval '05:30')::date as day, sum(e.amount) as amount
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
      select i.bought_on + n as day, sum(i.profit * least(i.duration_days, n) / i.duration_days) as profit
        from investments i
       cross join generate_series(
             greatest(0, ${from}::date - i.bought_on),
             coalesce(${dayOfMoment(sql`i.claimed_at`)} - 1, ${today}::date) - i.bought_on) n
       where i.user_id = ${user}
       group by 1),
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
  return rows
}

const PAYOUTS_MAX = 100

/** The payouts of a user's unclaimed plans until the end of a business day, soonest first. */
export async function payoutsUntil(
  db: Db,
  { user, until, language }: { user: number; until: string; language: Language },
): Promise<Payout[]> {
  const { rows } = await sql<Payout>`
    select id, ${readerText(language, 'name')} as name, symbol, matures_on::text as date, amount + profit as amount, profit
      from investments
     where user_id = ${user} and claimed_at is null and matures_on <= ${until}::date
     order by matures_on, id
     limit ${PAYOUTS_MAX}`.execute(db)
  return rows
}

/**
 * What came into and left a user's wallet in each month, beginning on the first day of one. Held money counts as in the
 * wallet, so a withdrawal leaves when it is paid, and a rejected one neither leaves nor comes: a movement of held money
 * counts by its net change of both accounts. Everything else is summed from the wallet's index, a month at a time,
 * which takes a tenth of the time of netting each transfer (bench/results/2026-11-25-history.md).
 */
export async function walletMonths(
  db: Db,
  { user, from, today }: { user: number; from: string; today: string },
): Promise<WalletMonth[]> {
  const { rows } = await sql<WalletMonth>`
    with months as (
      select m::date as month, ${startOfDate(sql`m`)} as first,
             ${startOfDate(sql`m + interval '1 month'`)} as after
        from generate_series(${from}::timestamp, ${today}::timestamp, interval '1 month') m),
    accounts as (
      select id, kind from ledger_accounts where holder = ${user} and kind in ('wallet', 'held')),
    held as (
      select min(e.at) as at, sum(e.amount) as net,
             coalesce(sum(greatest(e.amount, 0)) filter (where a.kind = 'wallet'), 0) as wallet_in,
             coalesce(sum(greatest(-e.amount, 0)) filter (where a.kind = 'wallet'), 0) as wallet_out
        from ledger_entries e
        join accounts a on a.id = e.account_id
       where e.transfer_id in (
             select transfer_id from ledger_entries
              where account_id = (select id from accounts where kind = 'held') and at >= ${startOfDay(from)})
       group by e.transfer_id)
    select m.month::text, (wallet.income + netted.income)::bigint as "in", (wallet.outgo + netted.outgo)::bigint as "out"
      from months m
     cross join lateral (
           select coalesce(sum(amount) filter (where amount > 0), 0) as income,
                  coalesce(-sum(amount) filter (where amount < 0), 0) as outgo
             from ledger_entries
            where account_id = (select id from accounts where kind = 'wallet') and at >= m.first and at < m.after) wallet
     cross join lateral (
           select coalesce(sum(greatest(net, 0) - wallet_in), 0) as income,
                  coalesce(sum(greatest(-net, 0) - wallet_out), 0) as outgo
             from held
            where at >= m.first and at < m.after) netted
     order by m.month`.execute(db)
  return rows
}
