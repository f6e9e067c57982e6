-- A process that doubts its date says so every ten seconds. One that is gone for good left the alert until another started, or an
-- admin confirmed a date that was wrong. So the row has when it was said last, by the clock of the database.
-- Programs since 20261126T0912-vacuum-lists go on.
alter table trusted_date add column doubted_seen_at timestamptz;
