-- The double-entry ledger (docs/money.md). Every change of money is one transfer whose entries sum to
-- zero; entries and transfers are append-only; ledger_post is the only writer.

create table ledger_accounts (
  id bigint generated always as identity primary key,
  -- null for the platform's own accounts
  user_id integer,
  -- the user id, or 0 for the platform: what legs are looked up by
  holder integer not null generated always as (coalesce(user_id, 0)) stored,
  kind text not null,
  -- paise; null for the platform, whose balance is the sum of its entries: a stored one would be a row
  -- that every user's money queues on
  balance bigint,
  constraint ledger_accounts_kind check (kind in (
    'wallet', 'flexible', 'invested', 'held',
    'cash_upi', 'cash_bank', 'cash_crypto', 'fee_withdrawal', 'fee_transfer',
    'expense_plan_profit', 'expense_flexible_interest', 'expense_package_bonus', 'expense_welcome_bonus',
    'expense_referral', 'expense_adjustment')),
  constraint ledger_accounts_owner check ((user_id is not null) = (kind in ('wallet', 'flexible', 'invested', 'held'))),
  constraint ledger_accounts_locked_balance check ((user_id is null) = (balance is null)),
  constraint insufficient_balance check (balance >= 0),
  constraint balance_limit check (balance <= 1000000000000000),
  constraint ledger_accounts_one_of_a_kind unique (holder, kind)
) with (fillfactor = 45); -- room for in-page updates: 6.7 s against 11.3 s for a million balances

create table ledger_transfers (
  id bigint generated always as identity primary key,
  -- what moved the money, unique for ever: 'deposit 12 decided'. One event can never move money twice.
  cause text not null constraint already_moved unique,
  kind text not null,
  at timestamptz not null
);

-- No foreign keys: the posting function alone writes entries and has both rows in hand, neither can be deleted, and
-- `npm run verify` looks for orphans. The six checks of a transfer would cost a third of its time.
create table ledger_entries (
  id bigint generated always as identity primary key,
  transfer_id bigint not null,
  account_id bigint not null,
  amount bigint not null constraint ledger_entries_amount check (amount <> 0),
  -- null on platform accounts
  balance_after bigint,
  at timestamptz not null
);
-- an account's history, newest first, and the sums of the platform's accounts
create index ledger_entries_by_account on ledger_entries (account_id, id desc);
-- the entries of one transfer: receipts and verify
create index ledger_entries_by_transfer on ledger_entries (transfer_id);

insert into ledger_accounts (kind)
values ('cash_upi'), ('cash_bank'), ('cash_crypto'), ('fee_withdrawal'), ('fee_transfer'),
       ('expense_plan_profit'), ('expense_flexible_interest'), ('expense_package_bonus'), ('expense_welcome_bonus'),
       ('expense_referral'), ('expense_adjustment');

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries
  for each statement execute function refuse_change();
create trigger ledger_transfers_append_only before update or delete on ledger_transfers
  for each row execute function refuse_change();
create trigger ledger_transfers_no_truncate before truncate on ledger_transfers
  for each statement execute function refuse_change();

-- A stored balance follows its entries; nothing but the posting function may set one.
create function ledger_guard_balance() returns trigger language plpgsql as $$
begin
  raise exception 'balances change only through ledger_post' using errcode = 'restrict_violation';
end $$;
create trigger ledger_accounts_guard before update of balance, user_id, kind on ledger_accounts
  for each row when (current_setting('bittkosh.posting', true) is distinct from 'on')
  execute function ledger_guard_balance();
create trigger ledger_accounts_no_delete before delete on ledger_accounts
  for each row execute function refuse_change();
create trigger ledger_accounts_no_truncate before truncate on ledger_accounts
  for each statement execute function refuse_change();

-- Posts one movement: its legs name an account each (a user id and kind, or user 0 and a platform kind) and a signed
-- amount, and come sorted by user and kind, which is the order that accounts are locked in. Broken rules surface as
-- the constraints they break: insufficient_balance, balance_limit, already_moved.
create function ledger_post_one(
  posted_at timestamptz, cause text, kind text, leg_user integer[], leg_kind text[], leg_amount bigint[]
) returns bigint language plpgsql as $$
declare
  transfer bigint;
  accounts bigint[];
  balances bigint[];
  account bigint;
  balance bigint;
  total bigint := 0;
begin
  if cardinality(leg_user) < 2 then
    raise exception 'ledger_post: a movement needs at least two legs';
  end if;
  -- first, so that an event that moved money already is refused as that, whatever its accounts hold now
  insert into ledger_transfers (cause, kind, at) values (cause, kind, posted_at) returning id into transfer;
  perform set_config('bittkosh.posting', 'on', true);
  for i in 1..cardinality(leg_user) loop
    total := total + leg_amount[i];
    balance := null;
    if leg_user[i] = 0 then
      select a.id into account from ledger_accounts a where a.holder = 0 and a.kind = leg_kind[i];
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
  perform set_config('bittkosh.posting', 'off', true);
  if total <> 0 then
    raise exception 'ledger_post: the legs of a movement must sum to zero';
  end if;
  insert into ledger_entries (transfer_id, account_id, amount, balance_after, at)
  select transfer, l.account, l.amount, l.balance, posted_at from unnest(accounts, leg_amount, balances) as l (account, amount, balance);
  return transfer;
end $$;

-- Posts a batch of movements and answers each: its transfer, or the name of the constraint that refused it.
-- Movement n has causes[n] and kinds[n]; the legs name their movement, their account (a user id and kind, or
-- user 0 and a platform kind) and their signed amount. User accounts are locked in the order of user and kind. The
-- whole batch is tried set-based first; only when some movement must be refused does it go one by one, in order.
create function ledger_post(
  posted_at timestamptz, causes text[], kinds text[],
  leg_movement integer[], leg_user integer[], leg_kind text[], leg_amount bigint[]
) returns table (movement integer, transfer_id bigint, refused text)
language plpgsql as $$
#variable_conflict use_column
declare
  reason text;
  ids bigint[];
  n integer := cardinality(causes);
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

  if exists (select from ledger_transfers t where t.cause = any (causes))
  or (select count(distinct c.cause) from unnest(causes) as c (cause)) <> n then
    reason := 'already_moved';
  else
    -- the worst moment of each account: all that leaves has left and nothing has come in yet
    select case when bool_or(a.id is null) then 'unknown_account'
                when bool_or(a.balance + s.leaving < 0) then 'insufficient_balance'
                when bool_or(a.balance + s.coming > 1000000000000000) then 'balance_limit' end
      into reason
      from (select l.u, l.k, coalesce(sum(l.amount) filter (where l.amount < 0), 0) as leaving,
                   coalesce(sum(l.amount) filter (where l.amount > 0), 0) as coming
              from unnest(leg_user, leg_kind, leg_amount) as l (u, k, amount) group by l.u, l.k) as s
      left join ledger_accounts a on a.holder = s.u and a.kind = s.k;
  end if;
  if reason = 'unknown_account' then
    raise exception 'ledger_post: a leg names an account that does not exist';
  end if;

  if reason is not null then
    for i in 1..n loop
      movement := i;
      begin
        select ledger_post_one(posted_at, causes[i], kinds[i], array_agg(l.u order by l.u, l.k),
                               array_agg(l.k order by l.u, l.k), array_agg(l.amount order by l.u, l.k)), null
          into transfer_id, refused
          from unnest(leg_movement, leg_user, leg_kind, leg_amount) as l (m, u, k, amount)
         where l.m = i;
      exception when check_violation or unique_violation then
        get stacked diagnostics refused = constraint_name;
        transfer_id := null;
      end;
      return next;
    end loop;
    return;
  end if;

  with made as (
    insert into ledger_transfers (cause, kind, at)
    select c.cause, c.kind, posted_at from unnest(causes, kinds) with ordinality as c (cause, kind, n) order by c.n
    returning id, cause)
  select array_agg(made.id order by c.n) into ids
    from made join unnest(causes) with ordinality as c (cause, n) on c.cause = made.cause;

  insert into ledger_entries (transfer_id, account_id, amount, balance_after, at)
  select ids[l.m], a.id, l.amount,
         a.balance + sum(l.amount) over (partition by a.id order by l.n), posted_at
    from unnest(leg_movement, leg_user, leg_kind, leg_amount) with ordinality as l (m, u, k, amount, n)
    join ledger_accounts a on a.holder = l.u and a.kind = l.k
   order by l.n;

  perform set_config('bittkosh.posting', 'on', true);
  update ledger_accounts a set balance = a.balance + s.change
    from (select l.u, l.k, sum(l.amount)::bigint as change
            from unnest(leg_user, leg_kind, leg_amount) as l (u, k, amount) where l.u <> 0 group by l.u, l.k) as s
   where a.holder = s.u and a.kind = s.k and s.change <> 0;
  perform set_config('bittkosh.posting', 'off', true);

  return query select i, ids[i], null::text from generate_series(1, n) as i;
end $$;
