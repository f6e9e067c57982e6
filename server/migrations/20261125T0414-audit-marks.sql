-- A page in the middle of ten million rows of the audit log read five million index entries (docs/lists.md#pages). Rows of the log
-- stay, and their ids grow in the order of their commits, as each waits for the one before: so how many rows come before
-- an id never changes, and is kept for every thousandth.
-- Programs since 20261125T0321-reconciliation go on.

create table audit_marks (
  -- of the ids from 1000 * block on; one that has no row has no mark
  block integer not null,
  -- rows with smaller ids
  before bigint not null,
  constraint audit_marks_pkey primary key (block),
  constraint audit_marks_before unique (before)
);

create or replace function audit_counts_add() returns trigger language plpgsql as $$
begin
  insert into audit_counts (subject, action, admin_id, n)
  select a.subject, a.action, coalesce(a.admin_id, 0), count(*) from added a group by 1, 2, 3 order by 1, 2, 3
  on conflict (subject, action, admin_id) do update set n = audit_counts.n + excluded.n;
  insert into audit_marks (block, before)
  select b.block, (select sum(n) from audit_counts) - (select count(*) from added a where a.id >= 1000 * b.block)
    from (select distinct id / 1000 as block from added) as b
   where not exists (select from audit_marks m where m.block = b.block);
  return null;
end $$;

lock table audit_log in share row exclusive mode; -- nothing is added before the marks are there
insert into audit_marks (block, before)
select block, sum(n) over (order by block) - n
  from (select id / 1000 as block, count(*) as n from audit_log group by 1) as blocks;
