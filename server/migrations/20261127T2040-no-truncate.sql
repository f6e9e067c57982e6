-- What no statement may delete is not truncated either: days that are closed, interest that is posted, lines of statements.
-- Programs since 20261126T2321-users-by-letter go on.
create trigger day_closings_no_truncate before truncate on day_closings for each statement execute function refuse_change();
create trigger flexible_interest_no_truncate before truncate on flexible_interest for each statement execute function refuse_change();
create trigger ledger_closed_no_truncate before truncate on ledger_closed for each statement execute function refuse_change();
create trigger statement_lines_no_truncate before truncate on statement_lines for each statement execute function refuse_change();
