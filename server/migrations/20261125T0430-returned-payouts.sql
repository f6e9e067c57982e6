-- A line of money in may be a payout that came back: it names its withdrawal, as the line of money out does that paid it.
-- Older programs stop.

alter table statement_lines drop constraint statement_lines_direction;
alter table statement_lines add constraint statement_lines_direction check (
  (deposit_id is null or amount > 0) and (deposit_id is null or withdrawal_id is null)
);
-- a payout goes out on one line, and comes back on one
drop index payout_on_line;
create unique index payout_on_line on statement_lines (withdrawal_id, (amount > 0))
  where state = 'matched' and withdrawal_id is not null;
