-- An admin can stop the money of one person without shutting them out: they sign in as ever, and nothing leaves.

alter table users
  -- since when no withdrawal and no BittPay leaves this account, until an admin lifts it; why stands in the audit log
  add column frozen_at timestamptz,
  add constraint users_frozen check (frozen_at is null or role = 'user');
