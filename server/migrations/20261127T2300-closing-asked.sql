-- When its owner asked for the account to be closed; null if they have not.
-- Programs since 20261127T2115-audit-seals go on.
alter table users add column closing_asked_at timestamptz
  constraint users_closing_of_users check (closing_asked_at is null or role = 'user');
