-- Reports of the panel that read every record of their period took 370 to 590 ms among 100,000 users (docs/reports.md#speed):
-- what they add up is kept by month.
-- Programs since 20261125T0321-reconciliation go on.

-- The first day of a moment's month in Asia/Kolkata.
create function india_month(moment timestamptz) returns date language sql immutable strict parallel safe
  return date_trunc('month', moment at time zone 'Asia/Kolkata')::date;

-- Approved deposits that stand, by the month in which their person registered and the one in which they were approved.
create table deposit_cohorts (
  registered date not null,
  approved date not null,
  -- of 8, by connection: approvals would wait for the commit of the one before
  slot smallint not null,
  amount bigint not null,
  -- whose first one that stands it is
  people integer not null,
  constraint deposit_cohorts_pkey primary key (registered, approved, slot)
) with (fillfactor = 50); -- room for in-page updates

-- A deposit has begun or ceased to stand. Of one person this happens one after another, as it may move which is their first.
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

insert into deposit_cohorts (registered, approved, slot, amount, people)
select india_month(u.created_at), d.approved, 0, sum(d.approved_amount), count(*) filter (where d.is_first)
  from (select user_id, approved_amount, india_month(decided_at) as approved,
               row_number() over (partition by user_id order by decided_at, id) = 1 as is_first
          from deposits where status = 'approved') as d
  join users u on u.id = d.user_id and u.role = 'user'
 group by 1, 2;

-- What the report on decisions says of a month that is over: a row of each kind of work, which a job writes. Whatever changes
-- a record that it counts deletes it again, and reports read the records until the job has come.
create table decided_months (
  month date not null,
  work text not null,
  -- of each admin: admin_id, decisions, median_seconds, p90_seconds
  admins jsonb not null,
  constraint decided_months_pkey primary key (month, work),
  constraint decided_months_work check (work in ('deposits', 'withdrawals', 'kyc', 'reversals'))
);

-- The shared lock is held until the end: the job, which tries to take it alone, finds no month that still changes.
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
