-- One movement in four statements instead of seven, for the call that nearly every request makes
-- (`npm run bench -- ledger`; docs/decisions/0005). Where the 75 µs went that a transfer cost above its peer:
--   a check is parsed anew by every statement, and two lists of kinds took 35 of the 80 µs of two updates;
--   the setting that lets balances change was switched by two queries;
--   the platform's account was looked up, though it never changes;
--   the entries were inserted from unnested arrays, and an entry's id had an index beside that by account and id.

-- A domain's check runs when a kind is written, not whenever a balance changes.
create domain ledger_account_kind as text constraint ledger_accounts_kind check (value in (
  'wallet', 'flexible', 'invested', 'held',
  'cash_upi', 'cash_bank', 'cash_crypto', 'fee_withdrawal', 'fee_transfer',
  'expense_plan_profit', 'expense_flexible_interest', 'expense_package_bonus', 'expense_welcome_bonus',
  'expense_referral', 'expense_adjustment'));
drop trigger ledger_accounts_guard on ledger_accounts;
alter table ledger_accounts
  drop constraint ledger_accounts_kind,
  drop constraint ledger_accounts_owner,
  drop constraint ledger_accounts_holder,
  alter column kind type ledger_account_kind;

-- Whose an account is never changes, so it is looked at when the account is opened.
create function ledger_check_owner() returns trigger language plpgsql as $$
begin
  if exists (
    select from opened
     where (user_id is not null) <> (kind in ('wallet', 'flexible', 'invested', 'held')) or holder <> coalesce(user_id, 0))
  then
    raise exception 'an account of a user''s kind needs its user, one of the platform''s kind none'
      using errcode = 'check_violation', constraint = 'ledger_accounts_owner', table = 'ledger_accounts';
  end if;
  return null;
end $$;
create trigger ledger_accounts_owner after insert on ledger_accounts
  referencing new table as opened for each statement execute function ledger_check_owner();

-- asked in the function, because a trigger's condition is parsed anew by every statement too
create or replace function ledger_guard_balance() returns trigger language plpgsql as $$
begin
  if current_setting('bittkosh.posting', true) is distinct from 'on' then
    raise exception 'balances change only through ledger_post' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger ledger_accounts_guard before update of balance on ledger_accounts
  for each statement execute function ledger_guard_balance();
create trigger ledger_accounts_owner_stays before update of id, user_id, holder, kind on ledger_accounts
  for each statement execute function refuse_change();

-- Who reads an entry comes from its account or its transfer.
drop index ledger_entries_by_account;
alter table ledger_entries drop constraint ledger_entries_pkey;
alter table ledger_entries add primary key (account_id, id);

-- The platform's accounts as constants; `npm run verify` compares them with the table.
do $$
begin
  execute format(
    'create function ledger_platform_account(kind text) returns bigint language sql immutable as $body$ '
    'select case kind %s end $body$',
    (select string_agg(format('when %L then bigint %L', a.kind, a.id), ' ' order by a.id)
       from ledger_accounts a where a.holder = 0));
end $$;

create or replace function ledger_post_one(
  posted_at timestamptz, cause text, kind text, leg_user integer[], leg_kind text[], leg_amount bigint[]
) returns bigint language plpgsql as $$
declare
  transfer bigint;
  accounts bigint[];
  balances bigint[];
  account bigint;
  balance bigint;
  total bigint := 0;
  legs integer := cardinality(leg_user);
  posting text;
begin
  if legs < 2 then
    raise exception 'ledger_post: a movement needs at least two legs';
  end if;
  -- first, so that an event that moved money already is refused as that, whatever its accounts hold now
  insert into ledger_transfers (cause, kind, at) values (cause, kind, posted_at) returning id into transfer;
  -- assigned, not performed: an expression costs a tenth of a query
  posting := set_config('bittkosh.posting', 'on', true);
  for i in 1..legs loop
    total := total + leg_amount[i];
    balance := null;
    if leg_user[i] = 0 then
      account := ledger_platform_account(leg_kind[i]);
    else
      update ledger_accounts a set balance = a.balance + leg_amount[i]
       where a.holder = leg_user[i] and a.kind = leg_kind[i]
      returning a.id, a.balance into account, balance;
    end if;
    if account is null then
      raise exception 'ledger_post: user % has no account %: it does not exist', leg_user[i], leg_kind[i];
    end if;
    accounts[i] := account;
    balances[i] := balance;
  end loop;
  posting := set_config('bittkosh.posting', 'off', true);
  if total <> 0 then
    raise exception 'ledger_post: the legs of a movement must sum to zero';
  end if;
  -- nearly every movement has two or three legs, and plain rows cost half of unnested ones
  if legs = 2 then
    insert into ledger_entries (transfer_id, account_id, amount, balance_after, at)
    values (transfer, accounts[1], leg_amount[1], balances[1], posted_at),
           (transfer, accounts[2], leg_amount[2], balances[2], posted_at);
  elsif legs = 3 then
    insert into ledger_entries (transfer_id, account_id, amount, balance_after, at)
    values (transfer, accounts[1], leg_amount[1], balances[1], posted_at),
           (transfer, accounts[2], leg_amount[2], balances[2], posted_at),
           (transfer, accounts[3], leg_amount[3], balances[3], posted_at);
  else
    insert into ledger_entries (transfer_id, account_id, amount, balance_after, at)
    select transfer, l.account, l.amount, l.balance, posted_at
      from unnest(accounts, leg_amount, balances) as l (account, amount, balance);
  end if;
  return transfer;
end $$;
