-- How far the ledger's sums are kept is told by the last transfer in them instead of the last entry: entries have an index
-- by transfer, and one by their id alone would cost each of them a place in it for this question only.

alter table ledger_added rename column entries to transfers;
-- added up anew, from the first transfer on
delete from ledger_days;
delete from wallet_ranks;
update ledger_added set transfers = 0, accounts = 0;

create or replace function ledger_not_added() returns table (
  day date, movement text, account text, plus bigint, minus bigint, pluses bigint, minuses bigint
) language sql stable rows 100
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
  select (e.at at time zone 'Asia/Kolkata')::date, t.kind, a.kind,
         greatest(e.amount, 0), greatest(-e.amount, 0), (e.amount > 0)::integer::bigint, (e.amount < 0)::integer::bigint
    from ledger_entries e
    join ledger_transfers t on t.id = e.transfer_id
    join ledger_accounts a on a.id = e.account_id
   -- the upper bound, which is none, tells the planner that they are few
   where e.transfer_id > (select transfers from ledger_added)
     and e.transfer_id <= (select max(transfer_id) from ledger_entries)
$$;

create or replace function wallets_not_added() returns table (user_id integer, balance bigint)
language sql stable rows 100
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
  select a.user_id, a.balance
    -- the upper bound, which is none, tells the planner that they are few
    from (select account_id as id from ledger_entries
           where transfer_id > (select transfers from ledger_added)
             and transfer_id <= (select max(transfer_id) from ledger_entries)
          union
          select id from ledger_accounts
           where id > (select accounts from ledger_added) and id <= (select max(id) from ledger_accounts)) as moved
    join ledger_accounts a on a.id = moved.id
   where a.kind = 'wallet' and a.user_id is not null
$$;
