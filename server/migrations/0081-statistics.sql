-- Days and months of the dashboard, answered from the rows of that time alone.

-- approved deposits and withdrawals by the day of their decision
create index deposits_by_decision on deposits (decided_at) where status = 'approved';
create index withdrawals_by_decision on withdrawals (decided_at) where status = 'approved';
-- what falls due
create index investments_due on investments (matures_at) where claimed_at is null;
