-- The admin's lists open on all statuses, newest first, where only the indexes by status existed: each page read and
-- sorted the whole table.

-- GET /deposits and GET /withdrawals without a status, by moment in both directions.
create index deposits_by_moment on deposits (created_at, id);
create index withdrawals_by_moment on withdrawals (created_at, id);

-- GET /users?sort=name.
create index users_by_name_order on users (name, id);
