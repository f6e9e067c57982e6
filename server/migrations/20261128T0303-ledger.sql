-- The double-entry ledger (docs/money.md). Every movement of money is one transfer whose entries sum to zero. Entries and transfers
-- are append-only; only ledger_post and Earn's flexible_post_interest write them.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

-- A domain, because its check runs only when a kind is written: a check of the table is parsed anew by every change of a balance
-- (35 of the 80 µs of two updates, docs/decisions/0005-posting-function.md).
create domain ledger_account_kind as text constraint ledger_accounts_kind check (value in (
  'wallet', 'flexible', 'invested', 'held',
  'cash_upi', 'cash_bank', 'cash_crypto', 'fee_withdrawal', 'fee_transfer',
  'expense_plan_profit', 'expense_flexible_interest', 'expense_package_bonus', 'expense_welcome_bonus',
  'expense_referral', 'expense_adjustment'));

create table ledger_accounts (
  id bigint generated always as identity primary key,
  -- null for the platform's own accounts
  user_id integer constraint ledger_accounts_user references users,
  -- the user id, or 0 for the platform; legs find their accounts by it
  holder integer not null,
  kind ledger_account_kind not null,
  -- paise; null for the platform, whose balance is the sum of its entries: a stored one would be a row for which every posting
  -- queues
  balance bigint,
  -- What every night changes of an Earn account is on the row that it changes anyway
  -- (docs/decisions/0100-a-night-in-one-update.md); Earn's triggers guard it. The last business day whose interest is posted:
  settled_through date,
  -- the last business day on which money moved, and the lowest balance of that day so far
  low_day date,
  low bigint,
  -- what the last posting came to, in millionths of a paisa: the whole paise were credited, the rest is carried over
  interest_due bigint,
  constraint ledger_accounts_locked_balance check ((user_id is null) = (balance is null)),
  constraint insufficient_balance check (balance >= 0),
  constraint balance_limit check (balance <= 1000000000000000),
  constraint ledger_accounts_one_of_a_kind unique (holder, kind)
) with (fillfactor = 45); -- room for in-page updates: 6.7 s instead of 11.3 s for a million balances

-- The owner of an account never changes, so it is checked when the account is opened. So is the balance: a role that may open accounts
-- but change no balance could otherwise open one with money in it (npm run restrict-role).
create function ledger_check_owner() returns trigger language plpgsql as $$
begin
  if exists (
    select from opened
     where (user_id is not null) <> (kind in ('wallet', 'flexible', 'invested', 'held')) or holder <> coalesce(user_id, 0))
  then
    raise exception 'an account of a user''s kind needs its user, one of the platform''s kind none'
      using errcode = 'check_violation', constraint = 'ledger_accounts_owner', table = 'ledger_accounts';
  end if;
  if exists (select from opened where balance <> 0) then
    raise exception 'an account opens with nothing in it'
      using errcode = 'check_violation', constraint = 'ledger_accounts_open_empty', table = 'ledger_accounts';
  end if;
  return null;
end $$;
create trigger ledger_accounts_owner after insert on ledger_accounts
  referencing new table as opened for each statement execute function ledger_check_owner();
create trigger ledger_accounts_owner_stays before update of id, user_id, holder, kind on ledger_accounts
  for each statement execute function refuse_change();

-- A stored balance follows its entries; only the posting functions may set one. The check is in the function, because a trigger's
-- condition is parsed anew by every statement; and it runs once per statement, because a row trigger locks each row once more.
create function ledger_guard_balance() returns trigger language plpgsql as $$
begin
  if current_setting('bittkosh.posting', true) is distinct from 'on' then
    raise exception 'balances change only through ledger_post' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger ledger_accounts_guard before update of balance on ledger_accounts
  for each statement execute function ledger_guard_balance();

-- An account without entries may be deleted with its user; one with entries stays for ever.
create function ledger_refuse_used_account() returns trigger language plpgsql as $$
begin
  if old.user_id is null or exists (select from ledger_entries e where e.account_id = old.id) then
    raise exception 'account % has a history: DELETE refused', old.id using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger ledger_accounts_no_delete before delete on ledger_accounts
  for each row execute function ledger_refuse_used_account();
create trigger ledger_accounts_no_truncate before truncate on ledger_accounts
  for each statement execute function refuse_change();
-- stored replies to polls depend on it (docs/polls.md); changes of balances are recorded by the posting functions
create trigger ledger_accounts_noted_inserted after insert on ledger_accounts
  referencing new table as touched for each statement execute function note_changes_of_users();

create table ledger_transfers (
  id bigint generated always as identity primary key,
  kind text not null,
  at timestamptz not null,
  -- what moved the money (docs/decisions/0200-causes-as-columns.md): a record, as contract/movements.ts names it
  subject text not null,
  subject_id integer not null,
  -- what happened to it
  event text not null,
  -- the business day of an event that belongs to one: interest
  day date,
  -- one event moves money once, for ever; the id comes first because it distinguishes most rows
  constraint already_moved unique nulls not distinct (subject_id, subject, event, day)
);
-- GET /coverage/lines: a reversal is listed among what it takes back, on the side of the account opposite to its sign
create index ledger_transfers_undoing on ledger_transfers (id) where kind = 'deposit_reversal';
create trigger ledger_transfers_append_only before update or delete on ledger_transfers
  for each row execute function refuse_change();
create trigger ledger_transfers_no_truncate before truncate on ledger_transfers
  for each statement execute function refuse_change();

-- No foreign keys: only the posting functions write entries and they have both rows in hand, neither can be deleted, and
-- `npm run verify` looks for orphans. The six checks of a transfer would take a third of its time.
create table ledger_entries (
  id bigint generated always as identity,
  transfer_id bigint not null,
  account_id bigint not null,
  amount bigint not null constraint ledger_entries_amount check (amount <> 0),
  -- null on platform accounts
  balance_after bigint,
  at timestamptz not null,
  -- an account's history, newest first: entries are read by their account or by their transfer
  primary key (account_id, id)
);
-- the entries of one transfer, for receipts and verify; and those that are in no sum yet (ledger_not_added)
create index ledger_entries_by_transfer on ledger_entries (transfer_id);
-- GET /statement: opening and closing sums and the lines of a range (bench/statement.ts). By moment, not by id, because interest for
-- a missed day is booked later with its own date
create index ledger_entries_by_moment on ledger_entries (account_id, at, id) include (amount);
-- GET /coverage/lines: the platform's own entries of one side, newest first (docs/lists.md). By the primary key, a side that is rare
-- on an account would be searched for through all of its entries. Only the platform's entries have no balance
create index ledger_entries_platform_debits on ledger_entries (account_id, id) where balance_after is null and amount < 0;
create index ledger_entries_platform_credits on ledger_entries (account_id, id) where balance_after is null and amount > 0;
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries
  for each statement execute function refuse_change();

insert into ledger_accounts (holder, kind)
values (0, 'cash_upi'), (0, 'cash_bank'), (0, 'cash_crypto'), (0, 'fee_withdrawal'), (0, 'fee_transfer'),
       (0, 'expense_plan_profit'), (0, 'expense_flexible_interest'), (0, 'expense_package_bonus'),
       (0, 'expense_welcome_bonus'), (0, 'expense_referral'), (0, 'expense_adjustment');

-- The ids of the platform's accounts as constants, as they never change; `npm run verify` compares them with the table.
do $$
begin
  execute format(
    'create function ledger_platform_account(kind text) returns bigint language sql immutable as $body$ '
    'select case kind %s end $body$',
    (select string_agg(format('when %L then bigint %L', a.kind, a.id), ' ' order by a.id)
       from ledger_accounts a where a.holder = 0));
end $$;

-- Posts movements, all or none, and returns their transfers in the same order. Movement n has subjects[n] to kinds[n]. A leg names its
-- movement, its account (a user id and kind, or user 0 and a platform kind) and its signed amount. Legs come sorted by user, kind and
-- movement: accounts are locked in that order, and each leg sees its account as the previous leg has left it. A broken rule raises the
-- constraint of its name: insufficient_balance, balance_limit, already_moved. What one posting costs: docs/performance.md#one-posting.
create function ledger_post(
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
