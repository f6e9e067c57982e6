-- Acknowledged transfers that the database does not have any more (a restored snapshot, a promoted standby that lacked them) are
-- noticed by the program, which is not ready until an operator has looked and confirmed (ledger/acknowledged.ts).
create table ledger_losses (
  id           integer generated always as identity primary key,
  noticed_at   timestamptz not null,
  missing      text[] not null, -- one line each
  confirmed_at timestamptz
);
create unique index ledger_losses_open on ledger_losses ((true)) where confirmed_at is null;
