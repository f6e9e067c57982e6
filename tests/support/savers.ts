/** Thousands of Earn accounts, for tests of posting interest. */
import type pg from 'pg'

/**
 * Users with their four accounts, of which Earn holds ₹10,000 and more since 1 January 2026, written into an empty database by few
 * statements. The first of each ten has referred `referredOfTen` others.
 */
export async function makeSavers(
  client: pg.ClientBase,
  { accounts, referredOfTen }: { accounts: number; referredOfTen: number },
): Promise<void> {
  await client.query('alter table ledger_accounts disable trigger ledger_accounts_owner') // they start with money here
  await client.query(`
    with made as (
      insert into users (name, email, phone, password_hash, referral_code, created_at)
      select 'Bench', 'bench' || n || '@example.test', '+91' || (6000000000 + n), 'none', 'B' || n, '2026-01-01'
        from generate_series(1, ${accounts}) as n
      returning id),
    accounts as (
      insert into ledger_accounts (user_id, holder, kind, balance)
      select id, id, kind, case kind when 'flexible' then 1000000 + id % 1000 * 977 else 0 end
        from made, unnest(array['flexible', 'held', 'invested', 'wallet']) as kind
       order by id, kind
      returning user_id, kind, balance)
    insert into flexible_accounts (user_id, principal, paid_in)
    select user_id, balance, balance from accounts where kind = 'flexible' order by user_id`)
  await client.query(
    'update users set referred_by = id - (id - first) % 10 from (select min(id) as first from users where role = $2) as f where (id - first) % 10 between 1 and $1',
    [referredOfTen, 'user'],
  )
  await client.query(`
    alter table ledger_accounts enable trigger ledger_accounts_owner;
    update ledger_accounts set settled_through = '2025-12-31', low_day = '2026-01-01', low = 0, interest_due = 0
     where kind = 'flexible'`)
  await client.query(`
    with moved as (
      insert into ledger_transfers (subject, subject_id, event, kind, at)
      values ('flexible', 1, 'moved', 'flexible_deposit', '2026-01-01') returning id)
    insert into ledger_entries (transfer_id, account_id, amount, balance_after, at)
    select moved.id, a.id, a.balance, a.balance, '2026-01-01'::timestamptz from moved, ledger_accounts a where a.kind = 'flexible'
    union all
    select moved.id, p.id, -s.total, null, '2026-01-01'
      from moved, ledger_accounts p, (select sum(balance) as total from ledger_accounts where kind = 'flexible') as s
     where p.kind = 'expense_adjustment'`)
  await client.query(`
    insert into flexible_movements (user_id, type, amount, balance_after, created_at)
    select user_id, 'deposit', balance, balance, '2026-01-01' from ledger_accounts where kind = 'flexible'`)
}
