-- Statements read one account's entries by moment, not by id: interest of a missed day is booked late with its own date.

-- GET /statement: opening and closing sums and the lines of a range (bench/statement.ts)
create index ledger_entries_by_moment on ledger_entries (account_id, at, id) include (amount);
