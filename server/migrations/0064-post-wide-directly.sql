-- The same posting with less in between: the legs are joined where they are unpacked and the count comes from the
-- insert itself. 14 to 11 µs of processor time a leg.

create or replace function ledger_post_wide(
  posted_at timestamptz, cause text, kind text, leg_user integer[], leg_kind text[], leg_amount bigint[]
) returns bigint language plpgsql
-- the legs come sorted by user: an index look-up for each, in that order, locks as the other posting functions do
set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  transfer bigint;
  written bigint;
  platform integer := 0;
begin
  if (select sum(amount) from unnest(leg_amount) as amount) <> 0 then
    raise exception 'ledger_post: the legs of a movement must sum to zero';
  end if;
  insert into ledger_transfers (cause, kind, at) values (cause, kind, posted_at) returning id into transfer;

  perform set_config('bittkosh.posting', 'on', true);
  with changed as (
    update ledger_accounts a set balance = a.balance + l.amount
      from unnest(leg_user, leg_kind, leg_amount) as l (u, k, amount)
     where a.holder = l.u and a.kind = l.k and a.user_id is not null
    returning a.id, l.amount, a.balance)
  insert into ledger_entries (transfer_id, account_id, amount, balance_after, at)
  select transfer, id, amount, balance, posted_at from changed;
  get diagnostics written = row_count;
  perform set_config('bittkosh.posting', 'off', true);

  -- the platform's legs come first; their accounts carry no balance and are not locked
  while leg_user[platform + 1] = 0 loop
    platform := platform + 1;
    insert into ledger_entries (transfer_id, account_id, amount, at)
    select transfer, a.id, leg_amount[platform], posted_at
      from ledger_accounts a
     where a.holder = 0 and a.kind = leg_kind[platform];
    if not found then
      raise exception 'ledger_post: no platform account %: it does not exist', leg_kind[platform];
    end if;
  end loop;
  if written + platform <> cardinality(leg_user) then
    raise exception 'ledger_post: % of % legs have an account of their own', written + platform, cardinality(leg_user);
  end if;
  return transfer;
end $$;
