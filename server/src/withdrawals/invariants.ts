import { causeText, CLOCKS_APART, type Invariant, invariant } from '../ledger/invariants.ts'
import { sql } from '../platform/database/sql.ts'
import { decisionsAreLogged } from '../requests/invariants.ts'
import { hasOutcome } from '../requests/table.ts'

export const invariants: Invariant[] = [
  invariant(
    'what a user has in held is the sum of their pending withdrawals',
    sql`
      select 'user ' || a.user_id || ' holds ' || a.balance || ' paise but has ' || coalesce(sum(w.amount), 0)
             || ' in pending withdrawals' as finding
        from ledger_accounts a
        left join withdrawals w on w.user_id = a.user_id and ${hasOutcome('w.status', 'waits')}
       where a.kind = 'held'
       group by a.id
      having a.balance <> coalesce(sum(w.amount), 0)
       limit 100`,
  ),
  invariant(
    'each withdrawal has held its amount, and let it go exactly when it was decided',
    sql`
      select 'withdrawal ' || w.id || ' (' || w.status || ', ' || w.amount || ' paise) has held ' || coalesce(hold.amount, 0)
             || ' and let go ' || coalesce(gone.amount, 0) as finding
        from withdrawals w
        join ledger_accounts a on a.user_id = w.user_id and a.kind = 'held'
        left join ledger_transfers h on h.subject = 'withdrawal' and h.subject_id = w.id and h.event = 'requested'
        left join ledger_entries hold on hold.transfer_id = h.id and hold.account_id = a.id
        left join ledger_transfers g on g.subject = 'withdrawal' and g.subject_id = w.id and g.event = 'decided'
             and g.kind = case when ${hasOutcome('w.status', 'granted')} then 'withdrawal_payout' else 'withdrawal_release' end
        left join ledger_entries gone on gone.transfer_id = g.id and gone.account_id = a.id
       where coalesce(hold.amount, 0) <> w.amount
          or coalesce(gone.amount, 0) <> case when ${hasOutcome('w.status', 'waits')} then 0 else -w.amount end
       limit 100`,
  ),
  invariant(
    'an approved withdrawal has paid its amount less its fee from the cash of its type, and earned its fee',
    sql`
      select 'withdrawal ' || w.id || ' of ' || w.amount || ' paise with a fee of ' || w.fee || ' has paid '
             || moved.paid || ' and earned ' || moved.earned as finding
        from withdrawals w
        left join ledger_transfers t on t.subject = 'withdrawal' and t.subject_id = w.id and t.event = 'decided'
       cross join lateral (
               select coalesce(sum(e.amount) filter (where a.kind = 'cash_' || w.type), 0) as paid,
                      coalesce(sum(e.amount) filter (where a.kind = 'fee_withdrawal'), 0) as earned
                 from ledger_entries e
                 join ledger_accounts a on a.id = e.account_id and a.holder = 0
                where e.transfer_id = t.id) as moved
       where ${hasOutcome('w.status', 'granted')} and (moved.paid <> w.amount - w.fee or moved.earned <> w.fee)
       limit 100`,
  ),
  invariant(
    'no withdrawal money moves without a withdrawal',
    sql`
      select 'ledger transfer ' || t.id || ' (' || ${causeText} || ') belongs to no withdrawal' as finding
        from ledger_transfers t
        left join withdrawals w on w.id = t.subject_id
       where t.subject = 'withdrawal' and w.id is null
       limit 100`,
  ),
  invariant(
    "a withdrawal's fee is its rate of its amount, rounded half-up",
    sql`
      select 'withdrawal ' || id || ' has a fee of ' || fee || ' paise on ' || amount || ' at ' || fee_rate || ' ppm' as finding
        from withdrawals
       where fee <> div(amount::numeric * fee_rate + 500000, 1000000)
       limit 100`,
  ),
  decisionsAreLogged('withdrawal', 'withdrawals'),
  invariant(
    'nothing was asked for or paid out while its owner was frozen',
    sql`
      select 'withdrawal ' || w.id || ' (' || w.status || ') left user ' || u.id || ', who is frozen since ' || u.frozen_at as finding
        from users u
        join withdrawals w on w.user_id = u.id
       where w.created_at > u.frozen_at + ${CLOCKS_APART}::interval
          or ${hasOutcome('w.status', 'granted')} and w.decided_at > u.frozen_at + ${CLOCKS_APART}::interval
       limit 100`,
  ),
]
