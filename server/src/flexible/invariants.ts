/** Every day of every Earn account, recalculated from its movements (docs/security.md#ledger-invariants: 6). */
import { type Invariant, invariant } from '../ledger/invariants.ts'
import { dayOfMoment } from '../platform/database/businessDay.ts'
import { sql } from '../platform/database/sql.ts'

export const invariants: Invariant[] = [
  invariant(
    'the interest of each day is its eligible balance times its rate, with the fraction carried on',
    sql`
      select 'interest of user ' || user_id || ' at ' || at || ' posted ' || posted || ' paise and carried ' || carried
             || ' of ' || due || ' millionths due' as finding
        from (select *, eligible * rate_ppm + lag(carried, 1, 0::bigint) over (partition by user_id order by at) as due
                from flexible_interest) as followed
       where posted * 1000000 + carried <> due
       limit 100`,
  ),
  invariant(
    'each day has the rate that was set for it',
    sql`
      select 'interest of user ' || i.user_id || ' at ' || i.at || ' has the rate ' || i.rate_ppm || ' ppm, ' || r.rate_ppm
             || ' was set' as finding
        from flexible_interest i
        join (select rate_ppm, day, lead(day, 1, 'infinity') over (order by day) as until from flexible_rates) as r
          on ${dayOfMoment(sql`i.at`)} >= r.day and ${dayOfMoment(sql`i.at`)} < r.until
       where i.rate_ppm <> r.rate_ppm
       limit 100`,
  ),
  invariant(
    'the eligible balance of each day is the lowest that the account had on it',
    sql`
      with days as (
        select user_id, at, eligible,
               case when lag(at) over followed = at - interval '1 day' then lag(balance_after) over followed else 0 end as opening
          from flexible_interest
        window followed as (partition by user_id order by at)),
      lowest as (
        select d.user_id, d.at, d.eligible, least(d.opening, min(m.balance_after)) as low
          from days d
          left join flexible_movements m
            on m.user_id = d.user_id and m.created_at > d.at - interval '1 day' and m.created_at <= d.at
         group by d.user_id, d.at, d.eligible, d.opening)
      select 'interest of user ' || user_id || ' at ' || at || ' counts ' || eligible || ' paise, the lowest was ' || low as finding
        from lowest
       where eligible <> low
       limit 100`,
  ),
  invariant(
    'no business day is missing while an Earn account holds money',
    sql`
      select 'interest of user ' || user_id || ' has no row between ' || before || ' and ' || at as finding
        from (select user_id, at, lag(at) over (partition by user_id order by at) as before from flexible_interest) as followed
       where at - before > interval '1 day'
         and not exists (
               select from flexible_movements m
                where m.user_id = followed.user_id and m.type <> 'deposit' and m.balance_after = 0
                  and m.created_at > followed.before and m.created_at <= followed.before + interval '1 day')
       union all
      select 'Earn account of user ' || a.user_id || ' is settled through ' || a.settled_through || ' and carries '
             || a.interest_due % 1000000 || ', but its last interest is of ' || coalesce(last.at::text, 'no day')
             || ' and carried ' || coalesce(last.carried, 0)
        from ledger_accounts a
        left join lateral (
              select at, carried from flexible_interest where user_id = a.user_id order by at desc limit 1) as last on true
       where a.kind = 'flexible'
         and (a.interest_due % 1000000 <> coalesce(last.carried, 0)
              or (a.balance > 0 and a.settled_through > a.low_day
                  and (last.at at time zone 'Asia/Kolkata')::date is distinct from a.settled_through))
       limit 100`,
  ),
  invariant(
    'an Earn account holds its bonus, deposits and interest less what was withdrawn',
    sql`
      select 'Earn account of user ' || f.user_id || ' holds ' || a.balance || ' paise, its records say ' || r.balance
             || '; paid in ' || f.paid_in || ', its movements say ' || m.moved + f.bonus as finding
        from flexible_accounts f
        join ledger_accounts a on a.holder = f.user_id and a.kind = 'flexible'
        cross join lateral (
              select coalesce(sum(case type when 'deposit' then amount else -amount end), 0) as moved
                from flexible_movements where user_id = f.user_id) as m
        cross join lateral (
              select m.moved + f.bonus + coalesce(sum(posted), 0) as balance
                from flexible_interest where user_id = f.user_id) as r
       where a.balance <> r.balance or f.paid_in <> m.moved + f.bonus
       limit 100`,
  ),
  invariant(
    'only the unlocked welcome bonus of a person without another one has begun to leave, or what was taken back',
    sql`
      select 'the welcome bonus of user ' || f.user_id || ' has begun to leave without an identity of its own' as finding
        from flexible_accounts f
       where f.bonus_released
         and not exists (select from welcomed_numbers w where w.user_id = f.user_id)
         and not exists (select from flexible_movements m where m.user_id = f.user_id and m.type = 'taken_back')
       limit 100`,
  ),
  invariant(
    'the ledger credited exactly the interest that the days say',
    sql`
      with paid as (
        select a.user_id, sum(e.amount) as amount
          from ledger_transfers t
          join ledger_entries e on e.transfer_id = t.id
          join ledger_accounts a on a.id = e.account_id and a.kind = 'flexible'
         where t.kind = 'flexible_interest'
         group by a.user_id),
      due as (select user_id, sum(posted) as amount from flexible_interest group by user_id having sum(posted) > 0)
      select 'user ' || user_id || ' is due ' || coalesce(due.amount, 0) || ' paise of interest and received '
             || coalesce(paid.amount, 0) as finding
        from due full join paid using (user_id)
       where coalesce(due.amount, 0) <> coalesce(paid.amount, 0)
       limit 100`,
  ),
  invariant(
    'a referral share of interest is a share of what its day posted, less what a locked welcome bonus earned',
    sql`
      select 'referral share ' || s.id || ' of user ' || s.subject_id || ' and ' || s.day || ' is of ' || s.profit || ' paise, the day posted '
             || coalesce(i.posted::text, 'nothing') as finding
        from referral_shares s
        left join flexible_interest i
          on i.user_id = s.subject_id and i.at = (s.day + time '23:59:59.999') at time zone 'Asia/Kolkata' -- the end of the day
       where s.subject = 'interest' and (i.posted is null or i.posted < s.profit or s.subject_id <> s.referred_id)
       limit 100`,
  ),
]
