import { causeText, CLOCKS_APART, type Invariant, invariant } from '../ledger/invariants.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { decisionsAreLogged } from '../requests/invariants.ts'
import { hasOutcome } from '../requests/table.ts'

// Paid at the bank, even if it was returned later.
const wasPaid = sql`w.transaction_id is not null`

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
             and g.kind = case when ${wasPaid} then 'withdrawal_payout' else 'withdrawal_release' end
        left join ledger_entries gone on gone.transfer_id = g.id and gone.account_id = a.id
       where coalesce(hold.amount, 0) <> w.amount
          or coalesce(gone.amount, 0) <> case when ${hasOutcome('w.status', 'waits')} then 0 else -w.amount end
       limit 100`,
  ),
  invariant(
    'a paid withdrawal has paid its amount less its fee from the cash of its type, and earned its fee',
    sql`
      select 'withdrawal ' || w.id || ' of ' || w.amount || ' paise with a fee of ' || w.fee || ' has paid '
             || moved.paid || ' and earned ' || moved.earned as finding
        from withdrawals w
        left join ledger_transfers t on t.subject = 'withdrawal' and t.subject_id = w.id and t.event = 'decided'
       cross join lateral (
               select coalesce(sum(e.amount) filter (where a.kind = 'cash_' || w.type and a.holder = 0), 0) as paid,
                      coalesce(sum(e.amount) filter (where a.kind = 'fee_withdrawal'), 0) as earned
                 from ledger_entries e
                 join ledger_accounts a on a.id = e.account_id
                where e.transfer_id = t.id) as moved
       where ${wasPaid} and (moved.paid <> w.amount - w.fee or moved.earned <> w.fee)
       limit 100`,
  ),
  invariant(
    'a returned withdrawal has given back its amount, from the cash of its type and its fee; no other one has',
    sql`
      select 'withdrawal ' || w.id || ' (' || w.status || ', ' || w.amount || ' paise with a fee of ' || w.fee || ') gave back '
             || moved.given || ', of which ' || moved.cash || ' from cash and ' || moved.fee || ' of its fee' as finding
        from withdrawals w
        left join ledger_transfers t on t.subject = 'withdrawal' and t.subject_id = w.id and t.event = 'returned'
       cross join lateral (
               select coalesce(sum(e.amount) filter (where a.kind = 'wallet' and a.holder = w.user_id), 0) as given,
                      coalesce(-sum(e.amount) filter (where a.kind = 'cash_' || w.type and a.holder = 0), 0) as cash,
                      coalesce(-sum(e.amount) filter (where a.kind = 'fee_withdrawal'), 0) as fee
                 from ledger_entries e
                 join ledger_accounts a on a.id = e.account_id
                where e.transfer_id = t.id) as moved
       where (moved.given, moved.cash, moved.fee) is distinct from
             (case when w.status = 'returned' then w.amount else 0 end,
              case when w.status = 'returned' then w.amount - w.fee else 0 end,
              case when w.status = 'returned' then w.fee else 0 end)
       limit 100`,
  ),
  invariant(
    'who pays a waiting withdrawal has claimed it last in the audit log',
    sql`
      select 'withdrawal ' || w.id || ' is claimed by ' || coalesce(w.claimed_by::text, 'nobody') || ', the log says '
             || coalesce(last.claimed_by::text, 'nobody') as finding
        from withdrawals w
        left join lateral (
          select case l.action when 'withdrawal claimed' then l.admin_id end as claimed_by
            from audit_log l
           where l.subject = 'withdrawal' and l.subject_id = w.id
             and l.action in ('withdrawal claimed', 'withdrawal released')
           order by l.id desc
           limit 1) as last on true
       where ${hasOutcome('w.status', 'waits')} and w.claimed_by is distinct from last.claimed_by
       limit 100`,
  ),
  invariant(
    'a payout reference stands on one withdrawal',
    sql`
      select 'the payout reference of withdrawal ' || min(id) || ' stands on ' || count(*) || ' withdrawals' as finding
        from withdrawals w
       where ${wasPaid}
       group by reference_key
      having count(*) > 1 or reference_key is null
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
  nothingAfter('nothing was asked for or paid out while its owner was frozen', {
    stops: sql`select id as user_id, frozen_at as at, 'frozen' as what from users where frozen_at is not null`,
  }),
  nothingAfter('nothing was asked for or paid out while the approval of its owner was taken back', {
    stops: sql`
      select user_id, max(revoked_at) as at, 'without approval' as what
        from kyc_records
       where revoked_at is not null and status <> 'approved'
       group by user_id`,
  }),
]

/** Withdrawals of people whose money is stopped now: none requested since, and none paid except payments begun before. */
function nothingAfter(name: string, { stops }: { stops: Sql<unknown> }): Invariant {
  const since = sql`stop.at + ${CLOCKS_APART}::interval`
  // Once its batch was taken over, only the log has the claim from before the stop; nobody may have released it since.
  const wasClaimedBefore = sql`(
             w.claimed_at <= ${since}
             or exists (select from audit_log c
                         where c.subject = 'withdrawal' and c.subject_id = w.id and c.action = 'withdrawal claimed'
                           and c.at <= ${since}
                           and not exists (select from audit_log r
                                            where r.subject = 'withdrawal' and r.subject_id = w.id
                                              and r.action = 'withdrawal released' and r.id > c.id)))`
  return invariant(
    name,
    sql`
      select 'withdrawal ' || w.id || ' (' || w.status || ', ' || w.amount || ' paise) left user ' || w.user_id
             || ', who is ' || stop.what || ' since ' || stop.at as finding
        from (${stops}) as stop
        join withdrawals w on w.user_id = stop.user_id
       where w.created_at > ${since}
          or ${wasPaid} and w.decided_at > ${since} and not (w.paid_before_stop and ${wasClaimedBefore})
       limit 100`,
  )
}
