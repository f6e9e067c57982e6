-- Read the platform's own entries of one side from the newest back (statistics/queries.ts linesOfPlatform). By the primary
-- key a side that is rare on an account was searched for through all of its entries, and which index the planner took
-- hung on a random sample. Only the platform's entries have no balance; each stands in one of the two indexes.
create index ledger_entries_platform_debits on ledger_entries (account_id, id) where balance_after is null and amount < 0;
create index ledger_entries_platform_credits on ledger_entries (account_id, id) where balance_after is null and amount > 0;
