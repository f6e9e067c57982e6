-- The admin's lists at 100,000 users: totals and tabs from kept counts, pages and searches by index (docs/decisions/0111).

-- How many rows a list has in each of its parts (a status, a day), kept by triggers in the transaction that changes
-- them. A slot is a share of one count: transactions of different connections rarely queue on one row.
create table list_counts (
  list text not null,
  part text not null,
  slot smallint not null,
  n bigint not null,
  constraint list_counts_pkey primary key (list, part, slot)
) with (fillfactor = 50);

-- after insert: rows of a table whose parts are the values of its column `status`
create function list_counts_add() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, part, slot, n)
  select tg_table_name, a.status, pg_backend_pid() % 64, count(*) from added a group by a.status order by a.status
  on conflict (list, part, slot) do update set n = list_counts.n + excluded.n;
  return null;
end $$;

-- after update of the status, or delete
create function list_counts_move() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, part, slot, n)
  select tg_table_name, c.part, pg_backend_pid() % 64, c.change
    from (select old.status as part, -1 as change
          union all select new.status, 1 where tg_op = 'UPDATE') as c
   order by c.part
  on conflict (list, part, slot) do update set n = list_counts.n + excluded.n;
  return null;
end $$;

create trigger deposits_counted after insert on deposits
  referencing new table as added for each statement execute function list_counts_add();
create trigger deposits_recounted after update of status on deposits
  for each row when (old.status <> new.status) execute function list_counts_move();
create trigger withdrawals_counted after insert on withdrawals
  referencing new table as added for each statement execute function list_counts_add();
create trigger withdrawals_recounted after update of status on withdrawals
  for each row when (old.status <> new.status) execute function list_counts_move();
create trigger kyc_records_counted after insert on kyc_records
  referencing new table as added for each statement execute function list_counts_add();
create trigger kyc_records_recounted after update of status on kyc_records
  for each row when (old.status <> new.status) execute function list_counts_move();
create trigger kyc_records_uncounted after delete on kyc_records
  for each row execute function list_counts_move();

-- Of users, by role and whether they are active, closed accounts left out; and who registered, by business day.
create function list_counts_add_users() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, part, slot, n)
  select c.list, c.part, pg_backend_pid() % 64, count(*)
    from (select 'users' as list, a.role || case when a.is_active then ' active' else ' inactive' end as part
            from added a where a.closed_at is null
          union all
          select 'registrations', ((a.created_at at time zone 'Asia/Kolkata')::date)::text
            from added a where a.role = 'user') as c
   group by c.list, c.part order by c.list, c.part
  on conflict (list, part, slot) do update set n = list_counts.n + excluded.n;
  return null;
end $$;

create function list_counts_move_users() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, part, slot, n)
  select c.list, c.part, pg_backend_pid() % 64, sum(c.change)
    from (select 'users' as list, old.role || case when old.is_active then ' active' else ' inactive' end as part, -1 as change
           where old.closed_at is null
          union all
          select 'users', new.role || case when new.is_active then ' active' else ' inactive' end, 1
           where tg_op = 'UPDATE' and new.closed_at is null
          union all
          select 'registrations', ((old.created_at at time zone 'Asia/Kolkata')::date)::text, -1
           where tg_op = 'DELETE' and old.role = 'user') as c
   group by c.list, c.part order by c.list, c.part
  on conflict (list, part, slot) do update set n = list_counts.n + excluded.n;
  return null;
end $$;

create trigger users_counted after insert on users
  referencing new table as added for each statement execute function list_counts_add_users();
create trigger users_recounted after update of is_active, closed_at, role on users
  for each row when (old.is_active <> new.is_active or old.role <> new.role
                     or old.closed_at is distinct from new.closed_at)
  execute function list_counts_move_users();
create trigger users_uncounted after delete on users
  for each row execute function list_counts_move_users();

create function list_counts_add_one() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, part, slot, n) values (tg_table_name, new.status, pg_backend_pid() % 64, 1)
  on conflict (list, part, slot) do update set n = list_counts.n + excluded.n;
  return null;
end $$;

-- Of transfers only what failed or expired: completed ones stand in the ledger's days, and open ones are few. So the
-- call that moves money pays nothing for the counts.
create trigger balance_transfers_counted after insert on balance_transfers
  for each row when (new.status in ('failed', 'expired')) execute function list_counts_add_one();
create trigger balance_transfers_recounted after update of status on balance_transfers
  for each row when (new.status in ('failed', 'expired') and old.status <> new.status)
  execute function list_counts_add_one();

-- Of the audit log, by what its filters ask for. One writer at a time, so no slots.
create table audit_counts (
  subject text not null,
  action text not null,
  -- 0 where the program itself acted
  admin_id integer not null,
  n bigint not null,
  constraint audit_counts_pkey primary key (subject, action, admin_id)
) with (fillfactor = 50);
create function audit_counts_add() returns trigger language plpgsql as $$
begin
  insert into audit_counts (subject, action, admin_id, n)
  select a.subject, a.action, coalesce(a.admin_id, 0), count(*) from added a group by 1, 2, 3 order by 1, 2, 3
  on conflict (subject, action, admin_id) do update set n = audit_counts.n + excluded.n;
  return null;
end $$;
create trigger audit_log_counted after insert on audit_log
  referencing new table as added for each statement execute function audit_counts_add();

insert into list_counts (list, part, slot, n)
select 'deposits', status, 0, count(*) from deposits group by status
union all select 'withdrawals', status, 0, count(*) from withdrawals group by status
union all select 'kyc_records', status, 0, count(*) from kyc_records group by status
union all select 'balance_transfers', status, 0, count(*) from balance_transfers
           where status in ('failed', 'expired') group by status
union all select 'users', role || case when is_active then ' active' else ' inactive' end, 0, count(*)
            from users where closed_at is null group by 2
union all select 'registrations', ((created_at at time zone 'Asia/Kolkata')::date)::text, 0, count(*)
            from users where role = 'user' group by 2;
insert into audit_counts (subject, action, admin_id, n)
select subject, action, coalesce(admin_id, 0), count(*) from audit_log group by 1, 2, 3;

-- What a search of people looks at, in lower case: a single index instead of three, and one or two letters find the
-- beginnings of words by it. A line each, so that no search runs from one into the next.
alter table users add column searched text not null generated always as (
  lower(E'\n' || name || E'\n' || coalesce(email, '') || E'\n' || coalesce(phone, ''))) stored;
create index users_by_text on users using gin (searched extensions.gin_trgm_ops);
drop index users_by_name, users_by_email, users_by_phone;

-- GET /deposits and GET /withdrawals: by amount, of one status and of all; search by part of a reference or payee
create index deposits_by_amount on deposits (requested_amount, id);
create index deposits_by_status_amount on deposits (status, requested_amount, id);
create index deposits_by_text on deposits using gin (transaction_id extensions.gin_trgm_ops);
create index withdrawals_by_amount on withdrawals (amount, id);
create index withdrawals_by_status_amount on withdrawals (status, amount, id);
create index withdrawals_by_text on withdrawals using gin (transaction_id extensions.gin_trgm_ops, payee extensions.gin_trgm_ops);
-- GET /users with a status, in each of its orders; the deepest page reads entries of these alone
create index users_by_status on users (role, is_active, id) where closed_at is null;
drop index users_by_name_order;
create index users_by_name_order on users (name, id) include (is_active, role) where closed_at is null;
-- GET /audit with an action or subject, newest first
create index audit_log_by_action on audit_log (subject, action, id desc) include (admin_id);
-- what of the open transfers has passed its time
create index balance_transfers_open_until on balance_transfers (otp_expires_at) where status = 'pending';
-- GET /admin/balance-transfers with a search: who would have received, and notes
create index balance_transfers_unfinished on balance_transfers (receiver_id) where status <> 'completed';
create index balance_transfers_by_note on balance_transfers using gin (note extensions.gin_trgm_ops) where note is not null;
-- GET /coverage: what falls due, from the index alone
drop index investments_due;
create index investments_due on investments (matures_at) include (amount, profit) where claimed_at is null;
