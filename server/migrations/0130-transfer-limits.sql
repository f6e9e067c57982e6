-- Daily limits of BittPay (reliability.md T28): what counts against them is read from the transfers themselves.

-- what all have sent in a day
create index balance_transfers_by_day on balance_transfers (ended_at) include (amount) where status = 'completed';
-- whether a sender has paid a receiver before
create index balance_transfers_by_pair on balance_transfers (sender_id, receiver_id, ended_at) where status = 'completed';
