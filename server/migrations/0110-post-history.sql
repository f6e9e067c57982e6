-- A history of months is posted at once: demo data (`npm run seed:demo`) and whatever is taken over from elsewhere.
-- ledger_post takes one moment, so a history cost a call for each, and every call changed the same accounts again: three
-- fifths of the time. Here each movement has its moment and an account is changed once, to where its entries end.

-- Movements come in the order in which they happened and stand or fall together; legs are in the order of their
-- movements. Broken rules raise the names of the constraints they break, as everywhere.
create function ledger_post_history(
  moments timestamptz[], causes text[], kinds text[],
  leg_movement integer[], leg_user integer[], leg_kind text[], leg_amount bigint[]
) returns void language plpgsql
-- arrays of thousands: a plan for ten rows, which a prepared one would be, reads accounts one by one
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  n integer := cardinality(causes);
  written bigint;
  lowest bigint;
  highest bigint;
begin
  if exists (
    select from unnest(leg_movement, leg_amount) as l (m, amount) group by l.m having sum(l.amount) <> 0 or count(*) < 2)
  or (select count(distinct l.m) from unnest(leg_movement) as l (m)) <> n then
    raise exception 'ledger_post: each movement needs at least two legs that sum to zero';
  end if;

  perform a.id from ledger_accounts a
    join (select distinct l.u, l.k from unnest(leg_user, leg_kind) as l (u, k) where l.u <> 0) as named
      on a.holder = named.u and a.kind = named.k
    order by a.holder, a.kind for no key update of a;

  with made as (
    insert into ledger_transfers (cause, kind, at)
    select c.cause, c.kind, c.at
      from unnest(causes, kinds, moments) with ordinality as c (cause, kind, at, n) order by c.n
    returning id, cause, at),
  numbered as (
    select made.id, made.at, c.n from made join unnest(causes) with ordinality as c (cause, n) on c.cause = made.cause),
  entries as (
    insert into ledger_entries (transfer_id, account_id, amount, balance_after, at)
    select m.id, a.id, l.amount, a.balance + sum(l.amount) over (partition by a.id order by l.n), m.at
      from unnest(leg_movement, leg_user, leg_kind, leg_amount) with ordinality as l (m, u, k, amount, n)
      join ledger_accounts a on a.holder = l.u and a.kind = l.k
      join numbered m on m.n = l.m
     order by l.n
    returning balance_after)
  select count(*), min(balance_after), max(balance_after) into written, lowest, highest from entries;
  if written <> cardinality(leg_movement) then
    raise exception 'ledger_post: % of % legs have an account', written, cardinality(leg_movement);
  end if;
  -- of every moment, not only of the end
  if lowest < 0 or highest > 1000000000000000 then
    raise exception 'ledger_post: an account would leave its bounds in between' using errcode = 'check_violation',
      constraint = case when lowest < 0 then 'insufficient_balance' else 'balance_limit' end;
  end if;

  perform set_config('bittkosh.posting', 'on', true);
  update ledger_accounts a set balance = a.balance + s.change
    from (select l.u, l.k, sum(l.amount)::bigint as change
            from unnest(leg_user, leg_kind, leg_amount) as l (u, k, amount) where l.u <> 0 group by l.u, l.k) as s
   where a.holder = s.u and a.kind = s.k and s.change <> 0;
  perform set_config('bittkosh.posting', 'off', true);
end $$;
