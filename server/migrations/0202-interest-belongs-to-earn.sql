-- A night's interest is Earn's: its function has Earn's name, and nothing in the ledger calls it any more.

drop function ledger_post_interest(date, timestamptz, bigint, integer, integer, integer[]);

-- Works out and posts the interest of one business day for the Earn accounts of a range of users that stand exactly
-- before it. One statement: each account is locked, judged and changed in one go, in user order, and one that
-- somebody else has just moved or posted is judged by what they left. Returns what it credited to those of `asked`.
-- It writes the ledger's tables itself instead of handing ten thousand legs to ledger_post (docs/decisions/0100).
create function flexible_post_interest(
  business_day date, posted_at timestamptz, rate bigint, first_user integer, last_user integer, asked integer[]
) returns table (user_id integer, posted bigint) language plpgsql
-- by the index of holder and kind, whatever is believed of the table's size; and no compiling for milliseconds
set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
#variable_conflict use_column
begin
  perform set_config('bittkosh.posting', 'on', true);
  return query
  with worked as (
    update ledger_accounts a
       set settled_through = business_day,
           interest_due = a.interest_due % 1000000 + case when a.low_day = business_day then a.low else a.balance end * rate,
           balance = a.balance
             + (a.interest_due % 1000000 + case when a.low_day = business_day then a.low else a.balance end * rate) / 1000000
     where a.holder between first_user and last_user and a.kind = 'flexible'
       and a.settled_through = business_day - 1 and a.balance > 0
    returning a.id, a.user_id, a.balance, case when a.low_day = business_day then a.low end as low,
              a.interest_due / 1000000 as posted, a.interest_due % 1000000 as carried),
  noted as (
    insert into flexible_interest (user_id, at, eligible, rate_ppm, posted, carried, balance_after)
    select user_id, posted_at, coalesce(low, balance - posted), rate, posted, carried, balance
      from worked),
  -- a batch is told by its first user, whom no other batch of the day has
  transfer as (
    insert into ledger_transfers (subject, subject_id, event, day, kind, at)
    select 'interest', min(user_id), 'posted', business_day, 'flexible_interest', posted_at
      from worked
     where posted > 0
    having count(*) > 0
    returning id),
  entered as (
    insert into ledger_entries (transfer_id, account_id, amount, balance_after, at)
    select transfer.id, worked.id, posted, balance, posted_at
      from transfer, worked
     where posted > 0
    union all
    select transfer.id, ledger_platform_account('expense_flexible_interest'),
           -(select sum(posted) from worked)::bigint, null, posted_at
      from transfer)
  select user_id, posted
    from worked
   where posted > 0 and user_id = any (asked)
   order by user_id;
  perform set_config('bittkosh.posting', 'off', true);
end $$;
