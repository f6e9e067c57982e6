-- What keeps the panel's lists and searches fast with 100,000 users: stored counts for totals and tabs, and trigrams for searches
-- (docs/lists.md). The triggers and indexes of a list are beside its table.

-- Search by any part of a text.
create schema if not exists extensions;
create extension if not exists pg_trgm schema extensions;

-- How many rows a list has in each of its parts (a status, a day), updated by triggers in the transaction that changes the rows.
-- A slot holds a share of a count, so that transactions of different connections rarely wait for the same row.
create table list_counts (
  list text not null,
  part text not null,
  slot smallint not null,
  n bigint not null,
  constraint list_counts_pkey primary key (list, part, slot)
) with (fillfactor = 50);

-- after insert, for tables whose parts are the values of their column `status`
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

-- after a row has reached a status that it never leaves
create function list_counts_add_one() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, part, slot, n) values (tg_table_name, new.status, pg_backend_pid() % 64, 1)
  on conflict (list, part, slot) do update set n = list_counts.n + excluded.n;
  return null;
end $$;
