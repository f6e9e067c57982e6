-- For whom a commit has changed something, so that each process drops the replies to their polls that it has stored (docs/polls.md).

-- A row for each change, written in its transaction. `people` are those whose polls it may change: null means everybody, and an
-- empty list nobody in particular, as only counts of the panel change. Unlogged, because a crash ends every connection, and with
-- them every stored reply.
create unlogged table changes (
  xid xid8 not null default pg_current_xact_id(),
  people integer[],
  at timestamptz not null default clock_timestamp()
);
-- each poll: what has been committed since a snapshot
create index changes_by_xid on changes (xid);

-- Records a change, and tells the connection that makes it, by a notice of class BK001: its own process must know before the
-- writer gets a reply. A change for more than a hundred people is recorded as one for everybody.
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

-- how much waits for the team
create trigger list_counts_noted after insert or update or delete on list_counts
  for each statement execute function note_change();
