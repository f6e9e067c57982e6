-- What all users together have sent in a business day, for the limit of all (docs/rules.md#bittpay): adding the day's
-- transfers up for every confirmation cost more with each transfer of the day.

create table transfer_days (
  -- business day in Asia/Kolkata on which the transfers were completed
  day date not null,
  -- of 64, by sender: with one row for all, every confirmation would wait for the commit of the one before
  shard smallint not null constraint transfer_days_shard check (shard between 0 and 63),
  -- fees aside
  amount bigint not null constraint transfer_days_amount check (amount > 0),
  constraint transfer_days_pkey primary key (day, shard)
) with (fillfactor = 50); -- room for in-page updates

-- The last row that a confirmation locks, after both wallets, so nobody who has one waits for a wallet.
create function transfer_days_add() returns trigger language plpgsql as $$
begin
  insert into transfer_days (day, shard, amount)
  values ((new.ended_at at time zone 'Asia/Kolkata')::date, new.sender_id & 63, new.amount)
  on conflict (day, shard) do update set amount = transfer_days.amount + excluded.amount;
  return null;
end $$;
create trigger balance_transfers_summed after insert on balance_transfers
  for each row when (new.status = 'completed') execute function transfer_days_add();
create trigger balance_transfers_resummed after update of status on balance_transfers
  for each row when (new.status = 'completed' and old.status <> 'completed') execute function transfer_days_add();

insert into transfer_days (day, shard, amount)
select (ended_at at time zone 'Asia/Kolkata')::date, sender_id & 63, sum(amount)
  from balance_transfers
 where status = 'completed'
 group by 1, 2;

-- Served that sum only.
drop index balance_transfers_by_day;
