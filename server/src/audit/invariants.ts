import { type Invariant, invariant } from '../ledger/invariants.ts'
import { readInOneMoment } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { digestOf, hashOf, type StoredAct } from './chain.ts'
import { actsAfter, signedDigests } from './queries.ts'

const BATCH = 1000

export const invariants: Invariant[] = [
  {
    name: 'each row of the audit log carries the hash of itself and the row before it, or was erased by one that signs for the rest',
    // In one moment: an account that is closed meanwhile signs for rows that have not been read yet.
    find: (db) =>
      readInOneMoment(db, async (moment) => {
        const signed = await signedDigests(moment)
        let previous: StoredAct | undefined
        for (;;) {
          const acts = await actsAfter(moment, previous?.id ?? 0, BATCH)
          for (const act of acts) {
            // One finding is enough: every row after a changed one has a hash over the original row.
            if (act.erased_at === null && !act.hash.equals(hashOf(act, previous?.hash ?? null)))
              return [`audit row ${act.id} (${act.action}) does not match its hash`]
            if (act.erased_at !== null && signed.get(act.id) !== digestOf(act))
              return [`audit row ${act.id} (${act.action}) is not as the act that erased it left it`]
            previous = act
          }
          if (acts.length < BATCH) return []
        }
      }),
  },
  invariant(
    'the marks of the audit log are what its rows say',
    sql`
      with counted as (
        select block, sum(n) over (order by block) - n as before
          from (select id / 1000 as block, count(*) as n from audit_log group by 1) as blocks)
      select 'before audit row ' || 1000 * block || ' are ' || coalesce(counted.before::text, 'no') || ' rows, kept are '
             || coalesce(kept.before::text, 'none') as finding
        from counted full join audit_marks kept using (block)
       where counted.before is distinct from kept.before
       limit 100`,
  ),
]
