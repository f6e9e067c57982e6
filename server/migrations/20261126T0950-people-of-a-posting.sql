-- A posting notes whom it pays by their numbers, up to a hundred people. Its legs on the accounts of the platform counted with them, so that
-- 34 BittPay transfers that went together were a change for everybody and emptied all kept polls (docs/polls.md).
-- Programs since 20261126T0905-cheaper-postings go on.
do $$
begin
  execute replace(pg_get_functiondef('ledger_post'::regproc), 'when legs <= 100 then', 'when legs - platform <= 100 then');
end $$;
