-- A key is claimed by a lock instead of a row, and its row is written once, with the reply: the row that was inserted at the
-- claim and updated at the end cost a confirmation of BittPay more than its two updates of balances.
-- One of before would claim a key by its row meanwhile, and the same attempt could be carried out by both.
-- Older programs stop.

-- Waits for an attempt with the same key that is still running, then returns the stored reply; no row for a first attempt.
-- The statement that calls it sees what was there before the wait, so it is this function that reads.
create function idempotency_claim(claimant integer, claimed text) returns setof idempotency_keys language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(claimant || ' ' || claimed, 0));
  return query select * from idempotency_keys where user_id = claimant and key = claimed;
end $$;
