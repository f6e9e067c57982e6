-- After a clock that ran ahead was set right, the rate of Earn could not be changed until the days whose interest it had posted were over.
-- The change now begins with the first day after them, and what was changed for later days by that clock goes.
-- Programs since 20261125T0321-reconciliation go on.
create or replace function flexible_keep_rate() returns trigger language plpgsql as $$
declare
  first_day constant date := greatest(
    (new.updated_at at time zone 'Asia/Kolkata')::date + 1,
    -- from the sums by day: transfers have no index by their day
    (select max(day) + 1 from ledger_totals where movement = 'flexible_interest'));
begin
  delete from flexible_rates where day > first_day;
  insert into flexible_rates (day, rate_ppm)
  values (first_day, (new.value::numeric * 10000)::bigint)
  on conflict (day) do update set rate_ppm = excluded.rate_ppm;
  return new;
end $$;
