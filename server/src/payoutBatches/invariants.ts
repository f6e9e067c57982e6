/** Payout batches and the withdrawals in them. */
import { type Invariant, invariant } from '../ledger/invariants.ts'
import { sql } from '../platform/database/sql.ts'
import { hasOutcome } from '../requests/table.ts'
import { openReports } from '../withdrawals/actions.ts'

export const invariants: Invariant[] = [
  invariant(
    'no withdrawal waits in two payout batches',
    sql`
      select 'withdrawal ' || withdrawal_id || ' waits in ' || count(*) || ' batches' as finding
        from batched_payouts
       where outcome in ('waiting', 'unknown')
       group by withdrawal_id
      having count(*) > 1
       limit 100`,
  ),
  invariant(
    'a withdrawal that the bank reported as paid is with the bank until it is decided',
    sql`
      select 'withdrawal ' || w.id || ' waits although the bank reported ' || r.utr || ' (' || r.id || ')' as finding
        from withdrawals w
       cross join lateral (select * ${openReports}) as r
       where ${hasOutcome('w.status', 'waits')}
         and not exists (select from batched_payouts b where b.withdrawal_id = w.id and b.outcome = 'unknown')
       limit 100`,
  ),
  invariant(
    'a payout batch has as many withdrawals and as much money as it was made of',
    sql`
      select 'payout batch ' || p.id || ' was made of ' || p.size || ' withdrawals of ' || p.amount || ' paise and has '
             || count(b.withdrawal_id) || ' of ' || coalesce(sum(b.amount), 0) as finding
        from payout_batches p
        left join batched_payouts b on b.batch_id = p.id
       group by p.id
      having count(b.withdrawal_id) <> p.size or coalesce(sum(b.amount), 0) <> p.amount
       limit 100`,
  ),
  invariant(
    'a payout in a batch is what arrives of a withdrawal to a bank account',
    sql`
      select 'payout batch ' || b.batch_id || ' pays ' || b.amount || ' paise of withdrawal ' || w.id || ' (' || w.type
             || ', ' || w.amount - w.fee || ')' as finding
        from batched_payouts b
        join withdrawals w on w.id = b.withdrawal_id
       where w.type <> 'bank' or w.amount - w.fee <> b.amount
       limit 100`,
  ),
]
