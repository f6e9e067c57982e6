-- Sums of the ledger by day, kind of movement and kind of account, which coverage, the dashboard's days and the sums of transfers read
-- instead of every entry. Entries are added to them in the background, so that postings cost nothing more; a reader adds the few that
-- are not in them yet (docs/lists.md#the-ledgers-sums).

-- Of all entries whose transfer is at most ledger_added.transfers.
create table ledger_days (
  -- business day in Asia/Kolkata
  day date not null,
  movement text not null,
  account text not null,
  -- sums of what was added and of what was taken away, both positive, and how many entries each has
  plus bigint not null,
  minus bigint not null,
  pluses bigint not null,
  minuses bigint not null,
  constraint ledger_days_pkey primary key (day, movement, account)
) with (fillfactor = 50);

-- The wallets in the order of their balance, of all accounts and entries that have been added. With an index on the balance itself, no
-- change of it could be an in-page update.
create table wallet_ranks (
  user_id integer not null constraint wallet_ranks_user references users on delete cascade,
  balance bigint not null,
  constraint wallet_ranks_pkey primary key (user_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02); -- as users
-- GET /users?sort=balance
create index wallet_ranks_by_balance on wallet_ranks (balance, user_id);

create table ledger_added (
  only_row boolean not null default true constraint ledger_added_only_row check (only_row),
  -- Up to these ids, everything is in ledger_days and wallet_ranks. Transfers instead of entries, because entries have an index by
  -- transfer anyway; one by their id alone would serve this question only.
  transfers bigint not null,
  accounts bigint not null,
  constraint ledger_added_pkey primary key (only_row)
);
insert into ledger_added (transfers, accounts) values (0, 0);

-- The entries that are not in the days yet. They are few, which the planner cannot know: left to itself it reads all transfers and
-- accounts to join them, so it is allowed only to look up each.
create function ledger_not_added() returns table (
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

-- The days as they are now: those that are stored, and the entries that are not in them yet.
create view ledger_totals as
  select day, movement, account, plus, minus, pluses, minuses from ledger_days
  union all
  select day, movement, account, plus, minus, pluses, minuses from ledger_not_added();

-- The wallets that have been opened or whose balance has changed since, with their present balance.
create function wallets_not_added() returns table (user_id integer, balance bigint)
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
