import { type Invariant, invariant } from '../ledger/invariants.ts'
import { sql } from '../platform/database/sql.ts'

export const invariants: Invariant[] = [
  invariant(
    'a closed account holds nothing but payouts that came back',
    sql`
      select 'the ' || a.kind || ' of closed user ' || u.id || ' holds ' || a.balance || ' paise' as finding
        from users u
        join ledger_accounts a on a.holder = u.id
       where u.closed_at is not null and a.balance <> 0
         and (a.kind <> 'wallet'
              -- what it held after everything else
              or (select e.balance_after
                    from ledger_entries e
                    join ledger_transfers t on t.id = e.transfer_id and t.kind <> 'withdrawal_return'
                   where e.account_id = a.id
                   order by e.id desc
                   limit 1) is distinct from 0)
       limit 100`,
  ),
  invariant(
    'the identity records of closed accounts are locked, and no others',
    sql`
      select 'kyc record ' || k.id || ' of user ' || u.id || ' is '
             || case when u.closed_at is null then 'locked' else 'open' end as finding
        from kyc_records k
        join users u on u.id = k.user_id
       where (u.closed_at is null) = (k.locked_until is not null)
       limit 100`,
  ),
]
