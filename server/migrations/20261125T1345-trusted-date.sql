-- A clock that jumps ahead by more than a week asks an admin before interest is posted by it. So each process notes every ten seconds
-- what its machine says, and compares. The row is written by the first look of a process.
-- Programs since 20261125T1034-digests-of-a-range go on.
create table trusted_date (
  only_row   boolean not null default true,
  trusted_at timestamptz not null,
  doubted_at timestamptz,
  constraint trusted_date_pkey primary key (only_row),
  constraint trusted_date_only_row_check check (only_row)
);
