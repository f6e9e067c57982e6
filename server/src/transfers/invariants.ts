/** A completed transfer moved exactly its amounts, any other nothing (docs/security.md#ledger-invariants: 4 and 5). */
import { causeText, CLOCKS_APART, type Invariant, invariant } from '../ledger/invariants.ts'
import { sql } from '../platform/database/sql.ts'

export const invariants: Invariant[] = [
  invariant(
    'a completed transfer moved its amount and its fee once; pending, failed and expired ones nothing',
    sql`
      select 'transfer ' || b.id || ' is ' || b.status || ' over ' || b.amount || ' and ' || b.fee || ' paise, the ledger moved '
             || coalesce(m.sent, 0) || ', ' || coalesce(m.received, 0) || ' and ' || coalesce(m.fee, 0) as finding
        from balance_transfers b
        left join ledger_transfers t on t.subject = 'transfer' and t.subject_id = b.id and t.event = 'completed'
        left join lateral (
              select sum(e.amount) filter (where a.user_id = b.sender_id and a.kind = 'wallet') as sent,
                     sum(e.amount) filter (where a.user_id = b.receiver_id and a.kind = 'wallet') as received,
                     sum(e.amount) filter (where a.kind = 'fee_transfer') as fee
                from ledger_entries e
                join ledger_accounts a on a.id = e.account_id
               where e.transfer_id = t.id) as m on true
       where case when b.status = 'completed'
                  then coalesce(m.sent, 0) <> -(b.amount + b.fee) or coalesce(m.received, 0) <> b.amount
                       or coalesce(m.fee, 0) <> b.fee
                  else t.id is not null end
       limit 100`,
  ),
  invariant(
    "a transfer's fee is its rate of the amount, rounded half-up",
    sql`
      select 'transfer ' || id || ' charges ' || fee || ' paise on ' || amount || ' at ' || fee_rate_ppm || ' ppm' as finding
        from balance_transfers
       where fee <> (amount * fee_rate_ppm + 500000) / 1000000
       limit 100`,
  ),
  invariant(
    'the ledger knows no transfer without its record',
    sql`
      select 'ledger transfer ' || t.id || ' (' || ${causeText} || ') has no record' as finding
        from ledger_transfers t
        left join balance_transfers b on b.id = t.subject_id
       where t.subject = 'transfer' and b.id is null
       limit 100`,
  ),
  invariant(
    'what all have sent is kept by day as the completed transfers add up',
    sql`
      select 'on ' || day || ' senders of shard ' || shard || ' sent ' || coalesce(b.amount, 0) || ' paise, kept are '
             || coalesce(d.amount, 0) as finding
        from (select (ended_at at time zone 'Asia/Kolkata')::date as day, (sender_id & 63)::smallint as shard,
                     sum(amount)::bigint as amount
                from balance_transfers
               where status = 'completed'
               group by 1, 2) as b
        full join transfer_days d using (day, shard)
       where b.amount is distinct from d.amount
       limit 100`,
  ),
  invariant(
    'nothing was sent while its sender was frozen',
    sql`
      select 'transfer ' || b.id || ' was completed at ' || b.ended_at || ', after user ' || u.id || ' was frozen' as finding
        from users u
        join balance_transfers b on b.sender_id = u.id and b.status = 'completed'
       where b.ended_at > u.frozen_at + ${CLOCKS_APART}::interval
       limit 100`,
  ),
  invariant(
    'nothing was sent while the approval of its sender was taken back',
    sql`
      select 'transfer ' || b.id || ' was completed at ' || b.ended_at || ', after the approval of user ' || r.user_id
             || ' was taken back' as finding
        from kyc_records r
        join balance_transfers b on b.sender_id = r.user_id and b.status = 'completed'
       where r.status <> 'approved' and b.ended_at > r.revoked_at + ${CLOCKS_APART}::interval
       limit 100`,
  ),
]
