import { type Invariant, invariant } from '../ledger/invariants.ts'
import { sql } from '../platform/database/sql.ts'

/** Ledger invariants 7 and 10 of accounts and sessions. */
export const invariants: Invariant[] = [
  invariant(
    'no session of an inactive or closed user',
    sql`
      select 'session ' || s.id || ' belongs to user ' || u.id || ', who is '
             || case when u.closed_at is null then 'inactive' else 'closed' end as finding
        from sessions s
        join users u on u.id = s.user_id
       where not u.is_active or u.closed_at is not null
       limit 100`,
  ),
  invariant(
    'one welcome bonus per user, paid into Earn',
    sql`
      select 'user ' || a.user_id || ' was paid ' || count(*) || ' welcome bonuses' as finding
        from ledger_transfers t
        join ledger_entries e on e.transfer_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.user_id is not null
       where t.kind = 'welcome_bonus'
       group by a.user_id
      having count(*) > 1 or min(t.subject_id) <> a.user_id or min(a.kind) <> 'flexible'
       limit 100`,
  ),
  invariant(
    'every user was referred by an older user, so there are no referral cycles',
    sql`
      select 'user ' || u.id || ' was referred by user ' || u.referred_by || ', who is not older' as finding
        from users u
        join users r on r.id = u.referred_by
       where r.id >= u.id
       limit 100`,
  ),
]
