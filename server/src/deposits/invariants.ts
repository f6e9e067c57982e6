/** Deposits and the money they moved (docs/security.md#ledger-invariants: 4, 5, 8 and 9). */
import { causeText, type Invariant, invariant } from '../ledger/invariants.ts'
import { sql } from '../platform/database/sql.ts'
import { decisionsAreLogged } from '../requests/invariants.ts'
import { hasOutcome } from '../requests/table.ts'

export const invariants: Invariant[] = [
  invariant(
    'a deposit that was ever approved has credited exactly its amount and bonus, another none',
    sql`
      select 'deposit ' || d.id || ' is ' || d.status || ' with ' || coalesce(d.approved_amount, 0) || ' + ' || d.bonus
             || ' paise, but has credited ' || coalesce(c.credited, 0) || ' + ' || coalesce(b.credited, 0) as finding
        from deposits d
        left join lateral (
          select sum(e.amount) as credited
            from ledger_transfers t
            join ledger_entries e on e.transfer_id = t.id
            join ledger_accounts a on a.id = e.account_id and a.holder = d.user_id and a.kind = 'wallet'
           where t.subject = 'deposit' and t.subject_id = d.id and t.event = 'decided') as c on true
        left join lateral (
          select sum(e.amount) as credited
            from ledger_transfers t
            join ledger_entries e on e.transfer_id = t.id
            join ledger_accounts a on a.id = e.account_id and a.holder = d.user_id and a.kind = 'wallet'
           where t.subject = 'deposit' and t.subject_id = d.id and t.event = 'bonus') as b on true
       where coalesce(c.credited, 0) <> coalesce(d.approved_amount, 0) or coalesce(b.credited, 0) <> d.bonus
       limit 100`,
  ),
  invariant(
    'no deposit money moves without a deposit that was approved, and it comes from the cash of its type',
    sql`
      select 'ledger transfer ' || t.id || ' (' || ${causeText} || ') belongs to no approved deposit of its type' as finding
        from ledger_transfers t
        left join deposits d on d.id = t.subject_id and ${hasOutcome('d.status', 'granted', 'undone')}
             and (d.package_id is null) = (t.kind = 'deposit')
       where t.subject = 'deposit' and t.event <> 'reversed'
         and (d.id is null
              or not exists (
                select from ledger_entries e
                  join ledger_accounts a on a.id = e.account_id and a.user_id is null
                 where e.transfer_id = t.id
                   and a.kind = case t.kind when 'package_bonus' then 'expense_package_bonus' else 'cash_' || d.type end))
       limit 100`,
  ),
  invariant(
    "a package's bonus is its percentage of the approved amount",
    sql`
      select 'deposit ' || id || ' has a bonus of ' || bonus || ' paise on ' || approved_amount as finding
        from deposits
       where ${hasOutcome('status', 'granted', 'undone')} and package_id is not null
         and bonus <> (approved_amount * bonus_ppm + 500000) / 1000000
       limit 100`,
  ),
  invariant(
    'a transaction ID is approved at most once',
    sql`
      select 'transaction ID of deposit ' || min(id) || ' is approved ' || count(*) || ' times' as finding
        from deposits
       where ${hasOutcome('status', 'granted', 'undone')} and not reference_freed
       group by reference_key
      having count(*) > 1
       limit 100`,
  ),
  invariant(
    'a reversed deposit has taken back exactly its amount and bonus, from where they went, another none',
    sql`
      select 'deposit ' || d.id || ' is ' || d.status || ' with ' || coalesce(d.approved_amount, 0) || ' + ' || d.bonus
             || ' paise, but ' || back.wallet || ' were taken back, ' || back.cash || ' of them to cash and ' || back.bonus
             || ' of them from the bonus' as finding
        from deposits d
       cross join lateral (
          select coalesce(-sum(e.amount) filter (where a.holder = d.user_id and a.kind = 'wallet'), 0) as wallet,
                 coalesce(sum(e.amount) filter (where a.kind = 'cash_' || d.type), 0) as cash,
                 coalesce(sum(e.amount) filter (where a.kind = 'expense_package_bonus'), 0) as bonus
            from ledger_transfers t
            join ledger_entries e on e.transfer_id = t.id
            join ledger_accounts a on a.id = e.account_id
           where t.subject = 'deposit' and t.subject_id = d.id and t.event = 'reversed') as back
       where (back.wallet, back.cash, back.bonus) is distinct from
             (case when ${hasOutcome('d.status', 'undone')} then (d.approved_amount + d.bonus)::numeric else 0 end,
              case when ${hasOutcome('d.status', 'undone')} then d.approved_amount::numeric else 0 end,
              case when ${hasOutcome('d.status', 'undone')} then d.bonus::numeric else 0 end)
       limit 100`,
  ),
  decisionsAreLogged('deposit', 'deposits'),
]
