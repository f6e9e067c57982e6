-- What came in and went out according to the statements of the operator's own accounts, so that a deposit is approved because its money
-- is there; and the marks in QR codes, by which payments are recognised.

create table payment_references (
  reference text not null,
  user_id integer not null,
  deposit_id integer,
  created_at timestamptz not null,
  constraint payment_references_pkey primary key (reference),
  constraint payment_references_form check (reference ~ '^[A-Z0-9]{6,35}$'),
  constraint payment_references_user_id_fkey foreign key (user_id) references users (id),
  constraint payment_references_deposit_id_fkey foreign key (deposit_id) references deposits (id)
);
-- the mark of a user's next payment
create unique index payment_references_open on payment_references (user_id) where deposit_id is null;
-- the mark of a deposit, for matching; one deposit takes one
create unique index payment_references_by_deposit on payment_references (deposit_id) where deposit_id is not null;

create table statement_accounts (
  id integer not null generated always as identity,
  name text not null,
  method_id integer,
  columns jsonb not null default '{}',
  created_at timestamptz not null,
  constraint statement_accounts_pkey primary key (id),
  constraint statement_accounts_name check (length(name) between 1 and 100),
  constraint statement_accounts_method_id_fkey foreign key (method_id) references deposit_methods (id)
);
create unique index statement_accounts_by_method on statement_accounts (method_id) where method_id is not null;
create unique index statement_accounts_by_name on statement_accounts (lower(name)) where method_id is null;

create table bank_statements (
  id integer not null generated always as identity,
  account_id integer not null,
  file_name text not null,
  file_hash bytea not null,
  format text not null,
  first_day date not null,
  last_day date not null,
  opening_balance bigint,
  closing_balance bigint,
  sum_in bigint not null,
  sum_out bigint not null,
  lines integer not null,
  added integer not null,
  imported_by integer not null,
  imported_at timestamptz not null,
  constraint bank_statements_pkey primary key (id),
  constraint bank_statements_once unique (account_id, file_hash),
  constraint bank_statements_format check (format in ('csv', 'xlsx')),
  constraint bank_statements_period check (first_day <= last_day),
  constraint bank_statements_lines check (lines > 0 and added between 0 and lines),
  constraint bank_statements_sums check (sum_in >= 0 and sum_out >= 0),
  constraint bank_statements_account_id_fkey foreign key (account_id) references statement_accounts (id),
  constraint bank_statements_imported_by_fkey foreign key (imported_by) references users (id)
);
-- the list of statements; the last day of an account
create index bank_statements_by_moment on bank_statements (imported_at, id);
create index bank_statements_by_account on bank_statements (account_id, last_day);

create table statement_lines (
  id integer not null generated always as identity,
  statement_id integer not null,
  account_id integer not null,
  line_no integer not null,
  day date not null,
  amount bigint not null,
  reference text not null,
  narration text not null,
  payer text not null,
  balance bigint,
  keys text[] not null,
  fingerprint bytea not null,
  -- which one of several lines of a file that are exactly the same
  occurrence integer not null,
  state text not null default 'unmatched',
  reasons text[] not null default '{}',
  deposit_id integer,
  withdrawal_id integer,
  decided_by integer,
  decided_at timestamptz,
  ignored_because text,
  -- the list that shows it: for money in by state; all money out is one list
  status text not null generated always as (case when amount > 0 then state else 'payouts' end) stored,
  -- the business day on which it counts if it came after its own was closed
  late_on date,
  constraint statement_lines_pkey primary key (id),
  constraint statement_lines_once unique (account_id, fingerprint, occurrence),
  constraint statement_lines_amount check (amount <> 0),
  constraint statement_lines_state check (state in ('suggested', 'unmatched', 'mismatched', 'matched', 'ignored')),
  -- money in may be a deposit, or a payout that came back: then it names its withdrawal, as the line of money out that paid it does
  constraint statement_lines_direction check (
    (deposit_id is null or amount > 0) and (deposit_id is null or withdrawal_id is null)
  ),
  constraint statement_lines_request check (
    (state in ('suggested', 'mismatched', 'matched')) = (deposit_id is not null or withdrawal_id is not null)
  ),
  constraint statement_lines_ignored check ((state = 'ignored') = (ignored_because is not null)),
  constraint statement_lines_decided check (
    (decided_by is null) = (decided_at is null) and (decided_by is null or state in ('matched', 'ignored'))
    and (state <> 'ignored' or decided_by is not null)
  ),
  constraint statement_lines_statement_id_fkey foreign key (statement_id) references bank_statements (id),
  constraint statement_lines_account_id_fkey foreign key (account_id) references statement_accounts (id),
  constraint statement_lines_deposit_id_fkey foreign key (deposit_id) references deposits (id),
  constraint statement_lines_withdrawal_id_fkey foreign key (withdrawal_id) references withdrawals (id),
  constraint statement_lines_decided_by_fkey foreign key (decided_by) references users (id)
);
-- a deposit is proven by one line
create unique index deposit_on_line on statement_lines (deposit_id) where state = 'matched' and deposit_id is not null;
-- a payout goes out on one line, and comes back on one
create unique index payout_on_line on statement_lines (withdrawal_id, (amount > 0))
  where state = 'matched' and withdrawal_id is not null;
-- the working lists, newest day first
create index statement_lines_by_list on statement_lines (status, day desc, id desc);
-- the figures of a day: the lines that count on it because they came after the close of their own
create index statement_lines_late on statement_lines (late_on) where late_on is not null;
-- the lines of one file, for matching
create index statement_lines_by_statement on statement_lines (statement_id);
-- the lines of a deposit or withdrawal, whatever their state
create index statement_lines_by_deposit on statement_lines (deposit_id) where deposit_id is not null;
create index statement_lines_by_withdrawal on statement_lines (withdrawal_id) where withdrawal_id is not null;
create trigger statement_lines_counted after insert on statement_lines
  referencing new table as added for each statement execute function list_counts_add();

-- An import matches thousands of lines in one statement, so their counts are changed together.
create function statement_lines_recount() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, part, slot, n)
  select 'statement_lines', c.part, pg_backend_pid() % 64, sum(c.change)
    from (select status as part, -count(*) as change from was group by status
          union all select status, count(*) from became group by status) as c
   group by c.part
  having sum(c.change) <> 0
   order by c.part
  on conflict (list, part, slot) do update set n = list_counts.n + excluded.n;
  return null;
end $$;
create trigger statement_lines_recounted after update on statement_lines
  referencing old table as was new table as became for each statement execute function statement_lines_recount();

-- What the bank said never changes, and a line that has approved a deposit is never matched with another one.
create function statement_lines_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'statement line % is never deleted', old.id;
  end if;
  if (new.statement_id, new.account_id, new.line_no, new.day, new.amount, new.fingerprint, new.occurrence)
     is distinct from
     (old.statement_id, old.account_id, old.line_no, old.day, old.amount, old.fingerprint, old.occurrence) then
    raise exception 'statement line % says what the bank said', old.id;
  end if;
  if old.state = 'matched' and new.state <> 'unmatched'
     and (new.state, new.deposit_id, new.withdrawal_id) is distinct from (old.state, old.deposit_id, old.withdrawal_id) then
    raise exception 'statement line % is matched', old.id using constraint = 'line_used';
  end if;
  return new;
end $$;
create trigger statement_lines_stay before update or delete on statement_lines
  for each row execute function statement_lines_stay();
create trigger statement_lines_no_truncate before truncate on statement_lines
  for each statement execute function refuse_change();
