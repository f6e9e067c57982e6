-- The history pages by moment and id; adjustments were indexed by id alone.

drop index balance_adjustments_by_user;
-- a user's adjustments within GET /transactions, newest first
create index balance_adjustments_by_user on balance_adjustments (user_id, created_at desc, id desc);
