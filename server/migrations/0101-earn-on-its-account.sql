-- A night of interest changed each Earn account twice, its balance in the ledger and its state beside it, and had to
-- lock both first. What every night changes now stands on the one row (docs/decisions/0100-a-night-in-one-update.md);
-- flexible_accounts keeps what only movements change.

alter table ledger_accounts
  -- of an Earn account: the last business day whose interest is posted
  add column settled_through date,
  -- the last business day on which money moved, and the lowest balance of that day so far
  add column low_day date,
  add column low bigint,
  -- what the last posting came to, in millionths of a paisa: its whole paise were credited, the rest is carried on
  add column interest_due bigint;

update ledger_accounts a
   set settled_through = f.settled_through, low_day = f.low_day, low = f.low, interest_due = f.carried
  from flexible_accounts f
 where a.holder = f.user_id and a.kind = 'flexible';

alter table ledger_accounts
  add constraint ledger_accounts_earn check (
    settled_through is null
    or (kind = 'flexible' and low_day is not null and coalesce(low >= 0 and interest_due >= 0, false)));

-- the welcome bonus and deposits less withdrawals: what the balance holds above it is interest, all there ever was
alter table flexible_accounts add column paid_in bigint;
update flexible_accounts f
   set paid_in = a.balance - f.profit_total
  from ledger_accounts a
 where a.holder = f.user_id and a.kind = 'flexible';
alter table flexible_accounts
  alter column paid_in set not null,
  drop column profit_total,
  drop column carried,
  drop column settled_through,
  drop column low_day,
  drop column low,
  reset (fillfactor);

-- Whom a night's batch owes referral shares for: the few of its range who were referred.
create index users_referred on users (id) where referred_by is not null;

-- Works out and posts the interest of one business day for the Earn accounts of a range of users that stand exactly
-- before it. One statement: each account is locked, judged and changed in one go, in user order, and one that
-- somebody else has just moved or posted is judged by what they left. Answers what it credited to those of `asked`.
create function ledger_post_interest(
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
  transfer as (
    insert into ledger_transfers (cause, kind, at)
    select 'interest ' || business_day || ' from user ' || min(user_id), 'flexible_interest', posted_at
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
    select transfer.id, expense.id, -(select sum(posted) from worked)::bigint, null, posted_at
      from transfer
      join ledger_accounts expense on expense.holder = 0 and expense.kind = 'expense_flexible_interest')
  select user_id, posted
    from worked
   where posted > 0 and user_id = any (asked)
   order by user_id;
  perform set_config('bittkosh.posting', 'off', true);
end $$;
