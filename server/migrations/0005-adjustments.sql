-- The record behind each balance that an admin set by hand: who, why, by how much.

create table balance_adjustments (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  -- paise, signed
  change bigint not null check (change <> 0),
  reason text not null,
  admin_id integer references users,
  created_at timestamptz not null
);
-- a user's history
create index balance_adjustments_by_user on balance_adjustments (user_id, id desc);
