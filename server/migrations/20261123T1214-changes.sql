-- What a commit has changed for whom, so that each process drops the replies to polls that it keeps (docs/polls.md).
-- Programs since 20261123T0911-checks-and-backups go on.

-- A line for each change, in its transaction: `people` are those whose polls it may change; null is everybody, an empty list
-- nobody in particular, which only changes counts of the panel. Unlogged: after a crash no connection is left, and with it
-- no kept reply.
create unlogged table changes (
  xid xid8 not null default pg_current_xact_id(),
  people integer[],
  at timestamptz not null default clock_timestamp()
);
-- what has been committed since a snapshot
create index changes_by_xid on changes (xid);

-- Notes a change, and says it to the connection that makes it, with a notice of class BK001: its own process must know before
-- the writer has a reply. Of many people it notes everybody.
create function note_changes(whom integer[]) returns text language plpgsql as $$
begin
  if cardinality(whom) > 100 then
    whom := null;
  end if;
  insert into changes (people) values (whom);
  raise notice '%', coalesce(array_to_string(whom, ','), '*') using errcode = 'BK001';
  return null;
end $$;

create function note_changes_of_users() returns trigger language plpgsql as $$
declare
  whom integer[];
begin
  select array_agg(user_id) into whom from touched;
  if whom is not null then
    perform note_changes(case when array_position(whom, null) is null then whom end);
  end if;
  return null;
end $$;

create function note_changes_of_people() returns trigger language plpgsql as $$
declare
  whom integer[];
begin
  select array_agg(id) into whom from touched;
  if whom is not null then
    perform note_changes(whom);
  end if;
  return null;
end $$;

create function note_change() returns trigger language plpgsql as $$
begin
  perform note_changes('{}');
  return null;
end $$;

create function note_change_of_everybody() returns trigger language plpgsql as $$
begin
  perform note_changes(null);
  return null;
end $$;

-- Who is signed in. A session that is only used does not change.
create trigger sessions_noted_deleted after delete on sessions
  referencing old table as touched
  for each statement execute function note_changes_of_users();
create trigger sessions_noted_shortened after update of expires_at on sessions
  for each statement execute function note_change_of_everybody();
create trigger users_noted_updated after update on users
  referencing new table as touched
  for each statement execute function note_changes_of_people();

-- What people are told.
create trigger notifications_noted_inserted after insert on notifications
  referencing new table as touched
  for each statement execute function note_changes_of_users();
create trigger notifications_noted_updated after update on notifications
  referencing new table as touched
  for each statement execute function note_changes_of_users();
create trigger notifications_noted_deleted after delete on notifications
  referencing old table as touched
  for each statement execute function note_changes_of_users();
create trigger notification_reads_noted_inserted after insert on notification_reads
  referencing new table as touched
  for each statement execute function note_changes_of_users();
create trigger notification_reads_noted_deleted after delete on notification_reads
  referencing old table as touched
  for each statement execute function note_changes_of_users();

-- What they have. Balances are noted by the two functions below, which alone change them.
create trigger ledger_accounts_noted_inserted after insert on ledger_accounts
  referencing new table as touched
  for each statement execute function note_changes_of_users();
create trigger investments_noted_inserted after insert on investments
  referencing new table as touched
  for each statement execute function note_changes_of_users();
create trigger investments_noted_updated after update on investments
  referencing new table as touched
  for each statement execute function note_changes_of_users();
create trigger investments_noted_deleted after delete on investments
  referencing old table as touched
  for each statement execute function note_changes_of_users();

-- What everybody's replies may depend on.
create trigger settings_noted after insert or update or delete on settings
  for each statement execute function note_change_of_everybody();

-- What waits for the team.
create trigger deposits_noted after insert or update or delete on deposits
  for each statement execute function note_change();
create trigger withdrawals_noted after insert or update or delete on withdrawals
  for each statement execute function note_change();
create trigger kyc_records_noted after insert or update or delete on kyc_records
  for each statement execute function note_change();
create trigger list_counts_noted after insert or update or delete on list_counts
  for each statement execute function note_change();
create trigger alerts_noted after insert or update or delete on alerts
  for each statement execute function note_change();
create trigger alert_seen_noted after insert or update or delete on alert_seen
  for each statement execute function note_change();

create or replace function ledger_post(posted_at timestamp with time zone, subjects text[], subject_ids integer[], events text[], days date[], kinds text[], leg_movements integer[], leg_users integer[], leg_kinds text[], leg_amounts bigint[])
 returns bigint[]
 language plpgsql
 set enable_hashjoin to 'off'
 set enable_mergejoin to 'off'
as $function$
declare
  movements constant integer := cardinality(subjects);
  legs constant integer := cardinality(leg_movements);
  platform integer := 0;
  transfers bigint[];
  totals bigint[];
  leg_transfers bigint[];
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
    leg_transfers[platform] := transfers[leg_movements[platform]];
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
      leg_transfers[l] := transfers[leg_movements[l]];
      accounts[l] := last_id;
      balances[l] := last_balance;
    end loop;
    insert into ledger_entries (transfer_id, account_id, amount, balance_after, at)
    select l.transfer, l.account, l.amount, l.balance, posted_at
      from unnest(leg_transfers, accounts, leg_amounts, balances) as l (transfer, account, amount, balance);
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
  setting := note_changes(leg_users[platform + 1:]);
  return transfers;
end $function$;

create or replace function flexible_post_interest(business_day date, posted_at timestamp with time zone, rate bigint, first_user integer, last_user integer, asked integer[])
 returns table(user_id integer, posted bigint)
 language plpgsql
 set enable_seqscan to 'off'
 set enable_bitmapscan to 'off'
 set jit to 'off'
as $function$
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
  perform note_changes(null);
end $function$;
