-- An alert may be for one admin alone: the one whose payouts somebody took over.
-- Programs since 20261125T0430-returned-payouts go on.

alter table alerts add column for_id integer constraint alerts_for_id_fkey references users (id) on delete cascade;
