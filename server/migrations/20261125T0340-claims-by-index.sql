-- A connection that plans the look-up of a key while there are few keeps reading all of them until the planner knows better: in the
-- bench of money calls, 1.6 million rows for a thousand purchases.
-- Programs since 20261125T0321-reconciliation go on.

alter function idempotency_claim(integer, text) set enable_seqscan = off;
