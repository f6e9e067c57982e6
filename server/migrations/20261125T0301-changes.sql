-- What a commit has changed for whom, so that each process drops the replies to polls that it keeps (docs/polls.md).

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

-- What waits for the team.
create trigger list_counts_noted after insert or update or delete on list_counts
  for each statement execute function note_change();
