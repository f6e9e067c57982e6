-- A page of a user's history reads a limited part of each source. Two sources had to pass over rows of the user that
-- are not theirs: package bonuses over all deposits, and each kind of Earn movement over the other kind. An account with
-- many rows of the one and few of the other read them all, first page included.

-- GET /transactions: the bonuses of a user, newest first.
create index deposits_bonus_by_user on deposits (user_id, created_at desc, id desc) where bonus > 0;

-- GET /transactions and /flexible/transactions: a user's deposits into Earn or withdrawals from it, newest first; and the sum of a user's movements.
create index flexible_movements_by_kind on flexible_movements (user_id, type, created_at desc, id desc);
drop index flexible_movements_by_user;
