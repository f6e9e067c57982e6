/** The stored figures of lists and statistics equal their rows and the ledger. */
import { invariant, type Invariant } from '../ledger/invariants.ts'
import { comingIn, comingInUndone, goingOut } from '../ledger/kinds.ts'
import { sql } from '../platform/database/sql.ts'
import { hasOutcome } from '../requests/table.ts'

export const invariants: Invariant[] = [
  invariant(
    "each list's kept counts are what its rows say",
    sql`
      with counted as (
        select 'deposits' as list, status as part, count(*) as n from deposits group by status
        union all select 'withdrawals', status, count(*) from withdrawals group by status
        union all select 'kyc_records', status, count(*) from kyc_records group by status
        union all select 'statement_lines', status, count(*) from statement_lines group by status
        union all select 'conversations', status, count(*) from conversations group by status
        union all select 'balance_transfers', status, count(*) from balance_transfers
                   where status in ('failed', 'expired') group by status
        union all select 'users', role || case when is_active then ' active' else ' inactive' end, count(*)
                    from users where closed_at is null group by 2
        union all select 'registrations', ((created_at at time zone 'Asia/Kolkata')::date)::text, count(*)
                    from users where role = 'user' group by 2),
      kept as (select list, part, sum(n) as n from list_counts group by list, part)
      select 'list ' || list || ' has ' || coalesce(counted.n, 0) || ' rows of ''' || part || ''' and keeps '
             || coalesce(kept.n, 0) as finding
        from counted full join kept using (list, part)
       where coalesce(counted.n, 0) <> coalesce(kept.n, 0)
       limit 100`,
  ),
  invariant(
    "the audit log's kept counts are what its rows say",
    sql`
      with counted as (
        select subject, action, coalesce(admin_id, 0) as admin_id, count(*) as n from audit_log group by 1, 2, 3)
      select 'the audit log has ' || coalesce(counted.n, 0) || ' rows of ''' || action || ''' by admin ' || admin_id
             || ' and keeps ' || coalesce(kept.n, 0) as finding
        from counted full join audit_counts kept using (subject, action, admin_id)
       where coalesce(counted.n, 0) <> coalesce(kept.n, 0)
       limit 100`,
  ),
  invariant(
    'the kept sums of the ledger are those of its entries',
    sql`
      with counted as (
        select (e.at at time zone 'Asia/Kolkata')::date as day, t.kind as movement, a.kind as account,
               sum(greatest(e.amount, 0)) as plus, sum(greatest(-e.amount, 0)) as minus,
               count(*) filter (where e.amount > 0) as pluses, count(*) filter (where e.amount < 0) as minuses
          from ledger_entries e
          join ledger_transfers t on t.id = e.transfer_id
          join ledger_accounts a on a.id = e.account_id
         where e.transfer_id <= (select transfers from ledger_added)
         group by 1, 2, 3)
      select 'on ' || day || ' ' || movement || ' added ' || coalesce(counted.plus, 0) || ' and took '
             || coalesce(counted.minus, 0) || ' paise of ' || account || ', kept are ' || coalesce(kept.plus, 0) || ' and '
             || coalesce(kept.minus, 0) as finding
        from counted full join ledger_days kept using (day, movement, account)
       where (counted.plus, counted.minus, counted.pluses, counted.minuses)
             is distinct from (kept.plus, kept.minus, kept.pluses, kept.minuses)
       limit 100`,
  ),
  invariant(
    "a wallet's rank is the balance after its last entry that is added",
    sql`
      select 'the rank of user ' || a.user_id || ' says ' || coalesce(r.balance::text, 'nothing') || ', its entries '
             || coalesce(last.balance_after, 0) as finding
        from ledger_accounts a
        left join wallet_ranks r on r.user_id = a.user_id
        left join lateral (
          select e.balance_after from ledger_entries e
           where e.account_id = a.id and e.transfer_id <= (select transfers from ledger_added)
           order by e.id desc limit 1) as last on true
       where a.kind = 'wallet' and a.user_id is not null and a.id <= (select accounts from ledger_added)
         and r.balance is distinct from coalesce(last.balance_after, 0)
       limit 100`,
  ),
  invariant(
    'the decisions of a day are what the ledger received and released on it',
    sql`
      with decided as (
        select (decided_at at time zone 'Asia/Kolkata')::date as day, 'deposits' as what, count(*) as n,
               sum(approved_amount) as amount
          from deposits where ${hasOutcome('status', 'granted', 'undone')} group by 1
        union all
        select (reversed_at at time zone 'Asia/Kolkata')::date, 'reversals', count(*), sum(approved_amount)
          from deposits where ${hasOutcome('status', 'undone')} group by 1
        union all
        select (decided_at at time zone 'Asia/Kolkata')::date, 'withdrawals', count(*), sum(amount)
          from withdrawals where transaction_id is not null group by 1
        union all
        select (returned_at at time zone 'Asia/Kolkata')::date, 'returns', count(*), sum(amount)
          from withdrawals where returned_at is not null group by 1),
      moved as (
        select day, case when movement = any (${comingInUndone}::text[]) then 'reversals'
                         when account = 'held' then 'withdrawals' else 'deposits' end as what,
               sum(case when movement = any (${comingInUndone}::text[]) then pluses else minuses end) as n,
               sum(case when movement = any (${comingInUndone}::text[]) then plus else minus end) as amount
          from ledger_totals
         where (movement = any (${[...comingIn, ...comingInUndone]}::text[]) and account like 'cash%')
            or (movement = any (${goingOut}::text[]) and account = 'held')
         group by 1, 2
        union all
        select day, 'returns', sum(pluses), sum(plus)
          from ledger_totals
         where movement = any (${goingOut}::text[]) and account = 'wallet'
         group by 1)
      select 'on ' || day || ' ' || coalesce(decided.n, 0) || ' ' || what || ' of ' || coalesce(decided.amount, 0)
             || ' paise were approved, the ledger moved ' || coalesce(moved.n, 0) || ' of ' || coalesce(moved.amount, 0)
             as finding
        from decided full join moved using (day, what)
       where (decided.n, decided.amount) is distinct from (moved.n, moved.amount)
       limit 100`,
  ),
]
