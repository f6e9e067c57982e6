-- A history named its accounts three times, and each time all accounts were read to find them; its transfers were joined to
-- their ids by their cause, and its entries sorted twice. Now the accounts are found and locked once, ids are drawn first,
-- and entries go in account by account: next to each other in two of their three indexes, each with the id that its place in
-- the history gives it (docs/decisions/0110).

create or replace function ledger_post_history(
  moments timestamptz[], causes text[], kinds text[],
  leg_movement integer[], leg_user integer[], leg_kind text[], leg_amount bigint[]
) returns void language plpgsql
-- arrays of thousands: a plan for ten rows, which a prepared one would be, reads accounts one by one
set plan_cache_mode = force_custom_plan
-- looked up by index, however many accounts there are
set random_page_cost = 1
as $$
#variable_conflict use_column
declare
  n integer := cardinality(causes);
  sound boolean;
  transfer_ids bigint[];
  entry_ids bigint[];
  account_ids bigint[];
  account_users integer[];
  account_kinds text[];
  account_balances bigint[];
  moved_accounts bigint[];
  changes bigint[];
  written bigint;
  lowest bigint;
  highest bigint;
begin
  select count(*) = n and coalesce(bool_and(m.total = 0 and m.legs >= 2), true) into sound
    from (select sum(l.amount) as total, count(*) as legs
            from unnest(leg_movement, leg_amount) as l (m, amount) group by l.m) as m;
  if not sound then
    raise exception 'ledger_post: each movement needs at least two legs that sum to zero';
  end if;

  -- the platform's accounts have no balance and are not locked
  with named as materialized (
    select distinct l.u, l.k from unnest(leg_user, leg_kind) as l (u, k)),
  locked as materialized (
    select a.id, a.holder, a.kind, a.balance
      from named join ledger_accounts a on a.holder = named.u and a.kind = named.k
     where named.u <> 0
     order by a.holder, a.kind for no key update of a),
  found as (
    select id, holder, kind, balance from locked
    union all
    select a.id, a.holder, a.kind, a.balance
      from named join ledger_accounts a on a.holder = 0 and a.kind = named.k where named.u = 0)
  select array_agg(id), array_agg(holder), array_agg(kind::text), array_agg(balance)
    into account_ids, account_users, account_kinds, account_balances
    from found;

  transfer_ids := array(
    select nextval('ledger_transfers_id_seq') from generate_series(1, n));
  entry_ids := array(
    select nextval('ledger_entries_id_seq') from generate_series(1, cardinality(leg_movement)));
  insert into ledger_transfers (id, cause, kind, at) overriding system value
  select c.id, c.cause, c.kind, c.at from unnest(transfer_ids, causes, kinds, moments) as c (id, cause, kind, at);

  with entries as (
    insert into ledger_entries (id, transfer_id, account_id, amount, balance_after, at) overriding system value
    select entry_ids[l.n], transfer_ids[l.m], a.id, l.amount,
           a.balance + sum(l.amount) over (partition by a.id order by l.n), moments[l.m]
      from unnest(leg_movement, leg_user, leg_kind, leg_amount) with ordinality as l (m, u, k, amount, n)
      join unnest(account_ids, account_users, account_kinds, account_balances) as a (id, u, k, balance)
        on a.u = l.u and a.k = l.k
     order by a.id, l.n
    returning account_id, amount, balance_after),
  accounts as (
    select account_id, sum(amount)::bigint as change, count(*) as entries,
           min(balance_after) as lowest, max(balance_after) as highest
      from entries group by account_id)
  select array_agg(account_id), array_agg(change), sum(entries), min(lowest), max(highest)
    into moved_accounts, changes, written, lowest, highest
    from accounts;
  if written is distinct from cardinality(leg_movement) then
    raise exception 'ledger_post: % of % legs have an account', coalesce(written, 0), cardinality(leg_movement);
  end if;
  -- of every moment, not only of the end
  if lowest < 0 or highest > 1000000000000000 then
    raise exception 'ledger_post: an account would leave its bounds in between' using errcode = 'check_violation',
      constraint = case when lowest < 0 then 'insufficient_balance' else 'balance_limit' end;
  end if;

  perform set_config('bittkosh.posting', 'on', true);
  update ledger_accounts a set balance = a.balance + s.change
    from unnest(moved_accounts, changes) as s (id, change)
   where a.id = s.id and a.user_id is not null and s.change <> 0;
  perform set_config('bittkosh.posting', 'off', true);
end $$;
