-- A night finds the referred among the credited users by a hash: PostgreSQL makes one only of a list that it knows when it plans.
-- Programs since 20261123T1214-changes go on.

-- Planned anew for each 10,000 accounts, in a millisecond. A general plan compares each account with each referred user of
-- its batch: a third of a night where three of ten are referred.
alter function flexible_post_interest(date, timestamptz, bigint, integer, integer, integer[])
  set plan_cache_mode to 'force_custom_plan';
