-- One movement with thousands of legs (a batch of interest: one expense leg, a leg per account): the loop of
-- ledger_post_one takes 60 µs a leg, this one statement about 10. Each account may have one leg, which the count
-- checks; a broken balance raises its constraint as in ledger_post_one.

create function ledger_post_wide(
  posted_at timestamptz, cause text, kind text, leg_user integer[], leg_kind text[], leg_amount bigint[]
) returns bigint language plpgsql
-- the legs come sorted by user: an index look-up for each, in that order, locks as the other posting functions do
set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  transfer bigint;
  written bigint;
begin
  if (select sum(amount) from unnest(leg_amount) as amount) <> 0 then
    raise exception 'ledger_post: the legs of a movement must sum to zero';
  end if;
  insert into ledger_transfers (cause, kind, at) values (cause, kind, posted_at) returning id into transfer;
  perform set_config('bittkosh.posting', 'on', true);
  with legs as materialized (
    select * from unnest(leg_user, leg_kind, leg_amount) as l (u, k, amount)),
  changed as (
    update ledger_accounts a set balance = a.balance + legs.amount
      from legs
     where legs.u <> 0 and a.holder = legs.u and a.kind = legs.k
    returning a.id, legs.amount, a.balance),
  entered as (
    insert into ledger_entries (transfer_id, account_id, amount, balance_after, at)
    select transfer, id, amount, balance, posted_at from changed
    union all
    select transfer, a.id, legs.amount, null, posted_at
      from legs
      join ledger_accounts a on a.holder = 0 and a.kind = legs.k
     where legs.u = 0
    returning 1)
  select count(*) into written from entered;
  perform set_config('bittkosh.posting', 'off', true);
  if written <> cardinality(leg_user) then
    raise exception 'ledger_post: % of % legs have an account of their own', written, cardinality(leg_user);
  end if;
  return transfer;
end $$;
