-- A search of the panel takes its hits status by status, so that what waits is never left out: it asks for the rows of one
-- status of those people that it finds. With the status in them, the indexes by person answer that alone.

-- GET /deposits?search=, and what of a person's deposits is shown: the history, the last five beside a request
drop index deposits_by_user;
create index deposits_by_user on deposits (user_id, created_at desc, id desc) include (status);

-- the same of GET /withdrawals
drop index withdrawals_by_user;
create index withdrawals_by_user on withdrawals (user_id, created_at desc, id desc) include (status);
