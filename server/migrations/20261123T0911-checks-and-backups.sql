-- What alerts read of the operator's commands: checks of the invariants, and when a backup was tried last.
-- Programs since 20261123T0905-reconciliation go on.
create table invariant_checks (
  id          integer primary key generated always as identity,
  -- the newest check that was recorded when this one began: a clean one ends what those through it found
  begun_after integer not null,
  checked_at  timestamptz not null,
  -- names of invariants, never of rows
  broken      text[] not null,
  findings    integer not null,
  -- every invariant could be checked
  is_whole    boolean not null,
  constraint invariant_checks_findings check ((findings > 0) = (cardinality(broken) > 0) and findings >= 0)
);

-- The newest backup that was restored on trial and held. No row until there is one.
create table tried_backup (
  is_only boolean primary key default true check (is_only),
  made_at timestamptz not null
);
