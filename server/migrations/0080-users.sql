-- The admin's user list: search over 100,000 users, and accounts that can be removed while nothing ever moved.

create schema if not exists extensions;
create extension if not exists pg_trgm schema extensions;
-- search by part of a name, e-mail address or phone number
create index users_by_name on users using gin (name extensions.gin_trgm_ops);
create index users_by_email on users using gin (email extensions.gin_trgm_ops);
create index users_by_phone on users using gin (phone extensions.gin_trgm_ops);

-- An account without entries may go with its user; one with entries stays for ever.
create function ledger_refuse_used_account() returns trigger language plpgsql as $$
begin
  if old.user_id is null or exists (select from ledger_entries e where e.account_id = old.id) then
    raise exception 'account % has a history: DELETE refused', old.id using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
drop trigger ledger_accounts_no_delete on ledger_accounts;
create trigger ledger_accounts_no_delete before delete on ledger_accounts
  for each row execute function ledger_refuse_used_account();
