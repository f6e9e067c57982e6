-- A rung of the maturity ladder opens the plans that fall due in it, soonest first and page by page. Plans mature at the
-- beginning of a business day, many at one moment, so a page needs their ids in order as well.

-- GET /coverage and /coverage/due: the unclaimed plans by the moment from which they can be claimed
drop index investments_due;
create index investments_due on investments (matures_at, id) include (amount, profit) where claimed_at is null;
