/** Closed days, and the ledger below them. */
import { type Invariant, invariant } from '../ledger/invariants.ts'
import { sql } from '../platform/database/sql.ts'

export const invariants: Invariant[] = [
  invariant(
    'nothing was posted into a day after its close',
    sql`
      select 'transfer ' || t.id || ' of ' || t.at || ' was posted after the close of ' || c.day as finding
        from day_closings c
        join ledger_transfers t on t.id > c.ledger_through and t.at < (c.day + 1)::timestamp at time zone 'Asia/Kolkata'
       where c.second_by is not null
       limit 100`,
  ),
  invariant(
    'the days from the first closed one to the last are closed, and nothing after them',
    sql`
      select 'the ledger is closed before ' || coalesce(l.before::text, 'nothing') || ', and of the days '
             || coalesce(c.first || ' to ' || c.last, 'none') || ' ' || coalesce(c.n, 0) || ' are closed' as finding
        from (select min(day) as first, max(day) as last, count(*) as n from day_closings where second_by is not null) as c
        full join ledger_closed l on true
       where (c.last + 1)::timestamp at time zone 'Asia/Kolkata' is distinct from l.before
          or (c.n > 0 and c.n <> c.last - c.first + 1)`,
  ),
  invariant(
    'a closed day has the head of a seal that still stands',
    sql`
      select 'the seal through ' || c.seal_through || ' is not the one that ' || c.day || ' was closed with' as finding
        from day_closings c
        left join ledger_seals s on s.through = c.seal_through
       where c.seal_through is not null and s.head is distinct from c.seal_head
       limit 100`,
  ),
]
