-- One posting costs less processor time (docs/performance.md#one-posting). A program of before hears of its own postings as late as of those
-- of others, half a second at most (docs/polls.md).
-- Programs since 20261125T1432-notices-of-income go on.

-- Afterwards, because a row trigger before the change locks each row once more, also where its columns are not written.
create or replace trigger ledger_accounts_earn_state after update of settled_through, low_day, low, interest_due on ledger_accounts
  for each row
  when (new.balance is not distinct from old.balance
        and (new.low > new.balance or new.interest_due >= 1000000 or new.settled_through < old.settled_through))
  execute function flexible_refuse_state();

-- Posts movements that stand or fall together and returns their transfers in their order. Movement n has subjects[n] to
-- kinds[n]. A leg names its movement, its account (a user id and kind, or user 0 and a platform kind) and its signed
-- amount; legs come sorted by user, kind and movement. That is the order in which accounts are locked, and each leg sees
-- its account as the leg before has left it. Broken rules raise the constraints they break: insufficient_balance,
-- balance_limit, already_moved.
create or replace function ledger_post(
  posted_at timestamptz, subjects text[], subject_ids integer[], events text[], days date[], kinds text[],
  leg_movements integer[], leg_users integer[], leg_kinds text[], leg_amounts bigint[]
) returns bigint[] language plpgsql
-- accounts are looked up one after another, in the order of the legs
set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  movements constant integer := cardinality(subjects);
  legs constant integer := cardinality(leg_movements);
  platform integer := 0;
  transfers bigint[];
  totals bigint[];
  accounts bigint[];
  balances bigint[];
  last_id bigint;
  last_balance bigint;
  written bigint;
  lowest bigint;
  highest bigint;
  setting text;
begin
  -- before anything else, so that an event that moved money already is refused as that, whatever its accounts hold now
  for m in 1..movements loop
    insert into ledger_transfers (subject, subject_id, event, day, kind, at)
    values (subjects[m], subject_ids[m], events[m], days[m], kinds[m], posted_at)
    returning id into last_id;
    transfers[m] := last_id;
  end loop;
  for l in 1..legs loop
    totals[leg_movements[l]] := coalesce(totals[leg_movements[l]], 0) + leg_amounts[l];
  end loop;
  for m in 1..movements loop
    if totals[m] is distinct from 0 then
      raise exception 'ledger_post: each movement needs legs that sum to zero';
    end if;
  end loop;
  -- the platform's accounts come first; they carry no balance and are not locked
  while leg_users[platform + 1] = 0 loop
    platform := platform + 1;
    accounts[platform] := ledger_platform_account(leg_kinds[platform]);
    balances[platform] := null;
  end loop;

  -- assigned, not performed: an expression costs a tenth of a query
  setting := set_config('bittkosh.posting', 'on', true);
  -- one statement for all costs as much as eight for one account each
  if legs <= 16 then
    for l in platform + 1..legs loop
      update ledger_accounts set balance = balance + leg_amounts[l]
       where holder = leg_users[l] and kind = leg_kinds[l]
      returning id, balance into last_id, last_balance;
      if last_id is null then
        raise exception 'ledger_post: user % has no account %: it does not exist', leg_users[l], leg_kinds[l];
      end if;
      accounts[l] := last_id;
      balances[l] := last_balance;
    end loop;
    insert into ledger_entries (transfer_id, account_id, amount, balance_after, at)
    select transfers[unnest(leg_movements)], unnest(accounts), unnest(leg_amounts), unnest(balances), posted_at;
  else
    with moved as (
      update ledger_accounts a set balance = a.balance + s.change
        from (select l.u, l.k, sum(l.amount)::bigint as change, min(l.n)::integer as first, max(l.n)::integer as last
                from unnest(leg_users, leg_kinds, leg_amounts) with ordinality as l (u, k, amount, n)
               where l.u <> 0
               group by l.u, l.k
               order by l.u, l.k) as s
       where a.holder = s.u and a.kind = s.k
      returning a.id, a.balance - s.change as before, s.first, s.last),
    entered as (
      insert into ledger_entries (transfer_id, account_id, amount, balance_after, at)
      select transfers[leg_movements[n]], id, leg_amounts[n],
             before + sum(leg_amounts[n]) over (partition by id order by n), posted_at
        from moved
       cross join lateral generate_series(first, last) as n
      union all
      select transfers[leg_movements[n]], ledger_platform_account(leg_kinds[n]), leg_amounts[n], null, posted_at
        from generate_series(1, platform) as n
      returning balance_after)
    select count(*), min(balance_after), max(balance_after) into written, lowest, highest from entered;
    if written <> legs then
      raise exception 'ledger_post: % of % legs have an account', written, legs;
    end if;
    -- after any leg, not only after all of them
    if lowest < 0 or highest > 1000000000000000 then
      raise exception 'ledger_post: an account would leave its bounds in between' using errcode = 'check_violation',
        constraint = case when lowest < 0 then 'insufficient_balance' else 'balance_limit' end;
    end if;
  end if;
  setting := set_config('bittkosh.posting', 'off', true);
  -- as note_changes does, but without its notice, which costs both ends 40 µs: `post` says itself whom it pays
  insert into changes (people) values (case when legs - platform <= 100 then leg_users[platform + 1:] end);
  return transfers;
end $$;
