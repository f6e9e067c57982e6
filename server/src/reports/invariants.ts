/** The stored figures of reports equal the records (docs/reports.md#speed). */
import { type Invariant, invariant } from '../ledger/invariants.ts'
import { sql } from '../platform/database/sql.ts'
import { keptMonthsAmiss } from './queries.ts'

export const invariants: Invariant[] = [
  invariant('what was decided in a month is kept as the records say', keptMonthsAmiss),
  invariant(
    'approved deposits are kept by the months of registration and approval as they add up',
    sql`
      with counted as (
        select india_month(u.created_at) as registered, india_month(d.decided_at) as approved,
               sum(d.approved_amount) as amount, count(*) filter (where d.is_first) as people
          from (select user_id, decided_at, approved_amount,
                       row_number() over (partition by user_id order by decided_at, id) = 1 as is_first
                  from deposits where status = 'approved') as d
          join users u on u.id = d.user_id and u.role = 'user'
         group by 1, 2),
      kept as (
        select registered, approved, sum(amount) as amount, sum(people) as people from deposit_cohorts group by 1, 2)
      select 'of the people of ' || registered || ' in ' || approved || ' deposits of ' || coalesce(counted.amount, 0)
             || ' paise were approved, the first of ' || coalesce(counted.people, 0) || ', kept are '
             || coalesce(kept.amount, 0) || ' and ' || coalesce(kept.people, 0) as finding
        from counted full join kept using (registered, approved)
       where coalesce(counted.amount, 0) <> coalesce(kept.amount, 0)
          or coalesce(counted.people, 0) <> coalesce(kept.people, 0)
       limit 100`,
  ),
]
