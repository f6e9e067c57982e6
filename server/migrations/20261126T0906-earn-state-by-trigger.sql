-- A check of the table is parsed anew by every change of a balance, also one that no posting can break: 20 of the 200 µs of a posting
-- (docs/performance.md#one-posting). A trigger's condition is parsed only by what writes its columns. The kind of an account stays.
-- Older programs stop.
alter table ledger_accounts drop constraint ledger_accounts_earn;
create trigger ledger_accounts_earn after insert or update of settled_through, low_day, low, interest_due on ledger_accounts
  for each row
  when (new.settled_through is not null
        and not (new.kind = 'flexible' and new.low_day is not null and coalesce(new.low >= 0 and new.interest_due >= 0, false)))
  execute function flexible_refuse_state();
