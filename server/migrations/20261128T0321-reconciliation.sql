-- Business days are closed by two admins, and nothing is posted into a closed day (docs/reconciliation.md).

-- The first moment that is not closed: 00:00 in India on the day after the last closed one. No row until a day is closed.
create table ledger_closed (
  before timestamptz not null,
  is_only boolean not null default true,
  constraint ledger_closed_pkey primary key (is_only),
  constraint ledger_closed_one_row check (is_only)
);
create function ledger_closed_goes_on() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.before < old.before then
    raise exception 'a closed day stays closed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_closed_goes_on before update or delete on ledger_closed
  for each row execute function ledger_closed_goes_on();
create trigger ledger_closed_no_truncate before truncate on ledger_closed for each statement execute function refuse_change();

-- Checks every transfer, whichever function writes it. It runs once the writer has its lock on the table, so that a writer that had to
-- wait for a closing sees it.
create function ledger_refuse_closed_day() returns trigger language plpgsql as $$
begin
  if new.at < (select before from ledger_closed) then
    raise exception 'transfer of % is in a closed day', new.at
      using errcode = 'check_violation', constraint = 'day_closed', table = 'ledger_transfers';
  end if;
  return new;
end $$;
create trigger ledger_transfers_closed_day before insert on ledger_transfers
  for each row execute function ledger_refuse_closed_day();

-- A day with what was signed: the figures at that time, by ids and amounts, and who signed them.
create table day_closings (
  day date not null,
  figures jsonb not null,
  -- SHA-256 of the figures, which is what is signed
  digest bytea not null,
  difference bigint not null,
  open_reasons integer not null,
  first_by integer not null,
  first_at timestamptz not null,
  first_note text,
  second_by integer,
  second_at timestamptz,
  second_note text,
  -- the head of the ledger when the day was closed: its highest transfer and its newest seal
  ledger_through bigint,
  seal_through bigint,
  seal_head bytea,
  constraint day_closings_pkey primary key (day),
  constraint day_closings_two_admins check (second_by <> first_by),
  constraint day_closings_closed check (
    (second_by is null) = (second_at is null) and (second_by is null) = (ledger_through is null)
    and (seal_through is null) = (seal_head is null) and (second_by is not null or seal_through is null)
  ),
  constraint day_closings_first_by_fkey foreign key (first_by) references users (id),
  constraint day_closings_second_by_fkey foreign key (second_by) references users (id)
);
create function day_closings_stay() returns trigger language plpgsql as $$
begin
  if old.second_by is not null then
    raise exception 'day % is closed: % refused', old.day, tg_op using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger day_closings_stay before update or delete on day_closings
  for each row execute function day_closings_stay();
create trigger day_closings_no_truncate before truncate on day_closings for each statement execute function refuse_change();

-- A line that comes after its day was closed counts on a later day.
create function statement_lines_count_late() returns trigger language plpgsql as $$
begin
  if exists (select from day_closings c where c.day = new.day and c.second_by is not null) then
    new.late_on := (select greatest((s.imported_at at time zone 'Asia/Kolkata')::date,
                                    (c.before at time zone 'Asia/Kolkata')::date)
                      from bank_statements s, ledger_closed c
                     where s.id = new.statement_id);
  end if;
  return new;
end $$;
create trigger statement_lines_count_late before insert on statement_lines
  for each row execute function statement_lines_count_late();

-- Waits for everybody who is importing lines or posting, and keeps others out until the transaction ends. Lines are locked first, because
-- whoever approves a deposit by its line writes the line first.
create function ledger_close_through(business_day date) returns void language plpgsql as $$
begin
  lock table statement_lines in share mode;
  lock table ledger_transfers in share mode;
  insert into ledger_closed as c (before) values ((business_day + 1)::timestamp at time zone 'Asia/Kolkata')
  on conflict (is_only) do update set before = excluded.before;
end $$;
