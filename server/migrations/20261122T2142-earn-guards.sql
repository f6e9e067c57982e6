-- The rate of a day is settled once its interest is posted, and the state of an Earn account that the next night reads cannot be made
-- better than its balance: whoever may write these columns or the setting of the rate, as the program's own role may
-- (docs/decisions/0134-role-of-the-program.md), gains nothing by it.
create function flexible_guard_rates() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_transfers where subject = 'interest' and day >= coalesce(new.day, old.day)) then
    raise exception 'the interest of % is posted; its rate stays', coalesce(new.day, old.day)
      using errcode = 'restrict_violation', constraint = 'flexible_rates_posted', table = 'flexible_rates';
  end if;
  return coalesce(new, old);
end $$;
create trigger flexible_rates_posted before insert or update or delete on flexible_rates
  for each row execute function flexible_guard_rates();
create trigger flexible_rates_no_truncate before truncate on flexible_rates
  for each statement execute function refuse_change();

-- The night changes balances with the state; a change of the state alone is checked. The condition costs the night nothing.
create function flexible_refuse_state() returns trigger language plpgsql as $$
begin
  raise exception 'the state of an Earn account promises interest that it has not earned'
    using errcode = 'restrict_violation', constraint = 'ledger_accounts_earn_state', table = 'ledger_accounts';
end $$;
create trigger ledger_accounts_earn_state before update of settled_through, low_day, low, interest_due on ledger_accounts
  for each row
  when (new.balance is not distinct from old.balance
        and (new.low > new.balance or new.interest_due >= 1000000 or new.settled_through < old.settled_through))
  execute function flexible_refuse_state();
