-- An account opens with nothing in it: a role that may open accounts, and may change no balance, could otherwise open
-- one with money (npm run restrict-role).
create or replace function ledger_check_owner() returns trigger language plpgsql as $$
begin
  if exists (
    select from opened
     where (user_id is not null) <> (kind in ('wallet', 'flexible', 'invested', 'held')) or holder <> coalesce(user_id, 0))
  then
    raise exception 'an account of a user''s kind needs its user, one of the platform''s kind none'
      using errcode = 'check_violation', constraint = 'ledger_accounts_owner', table = 'ledger_accounts';
  end if;
  if exists (select from opened where balance <> 0) then
    raise exception 'an account opens with nothing in it'
      using errcode = 'check_violation', constraint = 'ledger_accounts_open_empty', table = 'ledger_accounts';
  end if;
  return null;
end $$;
