-- Stored sums of the reports on decisions and cohorts, by month: counted from every record of their period, they take 370 to 590 ms with
-- 100,000 users (docs/decisions/0330-reports-kept-by-month.md).

-- The first day of the month of a moment in Asia/Kolkata.
create function india_month(moment timestamptz) returns date language sql immutable strict parallel safe
  return date_trunc('month', moment at time zone 'Asia/Kolkata')::date;

-- Approved deposits that are not reversed, by the month in which their person registered and the month in which they were approved.
create table deposit_cohorts (
  registered date not null,
  approved date not null,
  -- of 8, by connection: otherwise approvals would wait for the previous one to commit
  slot smallint not null,
  amount bigint not null,
  -- for how many of them it is the first such deposit
  people integer not null,
  constraint deposit_cohorts_pkey primary key (registered, approved, slot)
) with (fillfactor = 50); -- room for in-page updates

-- After a deposit was approved or reversed. One after the other for each person, as it may change which deposit is their first.
create function deposit_cohorts_move() returns trigger language plpgsql as $$
declare
  stands constant boolean := new.status = 'approved';
  deposit constant deposits := case when stands then new else old end;
  sign constant integer := case when stands then 1 else -1 end;
  first_of_others timestamptz;
  is_first boolean;
begin
  perform pg_advisory_xact_lock(7302052, new.user_id % 1024); -- not one for each of many people of a bulk
  select min(d.decided_at) into first_of_others
    from (select decided_at from deposits
           where user_id = new.user_id and status = 'approved' and id <> new.id
             and (tg_op = 'UPDATE' or id < new.id) -- the next ones of the same insert come after this one
          offset 0) as d; -- by the index of the person, not through everybody's in the order of decisions
  is_first := coalesce(deposit.decided_at <= first_of_others, true);
  insert into deposit_cohorts (registered, approved, slot, amount, people)
  select india_month(u.created_at), c.approved, pg_backend_pid() % 8, sign * sum(c.amount), sign * sum(c.people)
    from users u
   cross join (values (india_month(deposit.decided_at), deposit.approved_amount, is_first::integer),
                      (india_month(first_of_others), 0, - is_first::integer)) as c (approved, amount, people)
   where u.id = new.user_id and u.role = 'user' and (c.amount <> 0 or c.people <> 0) and c.approved is not null
   group by 1, 2
   order by 2
  on conflict (registered, approved, slot) do update
     set amount = deposit_cohorts.amount + excluded.amount, people = deposit_cohorts.people + excluded.people;
  return null;
end $$;
create trigger deposits_cohorts_added after insert on deposits
  for each row when (new.status = 'approved') execute function deposit_cohorts_move();
create trigger deposits_cohorts_moved after update of status on deposits
  for each row when ((new.status = 'approved') <> (old.status = 'approved')) execute function deposit_cohorts_move();

-- What the report on decisions shows for a month that is over: a row for each kind of work, which a job writes. Any change of a record that
-- it counts deletes the row, and the report reads the records until the job has written it again.
create table decided_months (
  month date not null,
  work text not null,
  -- for each admin: admin_id, decisions, median_seconds, p90_seconds
  admins jsonb not null,
  constraint decided_months_pkey primary key (month, work),
  constraint decided_months_work check (work in ('deposits', 'withdrawals', 'kyc', 'reversals'))
);

-- The shared lock is held until the transaction ends: the job, which tries to take it exclusively, gets no month that is being changed.
create function decided_months_forget() returns trigger language plpgsql as $$
declare
  changed date;
begin
  for changed in
    select distinct india_month((r.record ->> m.moment)::timestamptz)
      from unnest(array[to_jsonb(old), to_jsonb(new)]) as r (record)
     cross join unnest('{decided_at,reversed_at,returned_at,revoked_at}'::text[]) as m (moment)
     where r.record ->> m.moment is not null
     order by 1
  loop
    perform pg_advisory_xact_lock_shared(7302053, changed - date '2000-01-01');
    delete from decided_months where month = changed and work in (tg_argv[0], 'reversals');
  end loop;
  return null;
end $$;
create trigger deposits_decided after insert on deposits
  for each row when (new.decided_at is not null) execute function decided_months_forget('deposits');
create trigger deposits_redecided after update of decided_at, decided_by, reversed_at on deposits
  for each row execute function decided_months_forget('deposits');
create trigger withdrawals_decided after insert on withdrawals
  for each row when (new.decided_at is not null) execute function decided_months_forget('withdrawals');
create trigger withdrawals_redecided after update of decided_at, decided_by, returned_at on withdrawals
  for each row execute function decided_months_forget('withdrawals');
create trigger kyc_records_decided after insert on kyc_records
  for each row when (new.decided_at is not null) execute function decided_months_forget('kyc');
create trigger kyc_records_redecided after update of decided_at, decided_by, revoked_at on kyc_records
  for each row execute function decided_months_forget('kyc');
create trigger kyc_records_undecided after delete on kyc_records
  for each row when (old.decided_at is not null) execute function decided_months_forget('kyc');
