-- One record had three names (BP-1, BALANCE-TRANSFER-SENT-1, 'transfer 1'), and its counted id told how many there are. Each
-- record that moves money now has one number for people: ten characters that nobody guesses, the same on the screen, the
-- receipt, the statement and in files. Without I, L, O and U, which are misread, and with nothing to add up.

create function record_number() returns text language sql volatile as $$
  -- bytes of a random UUID that hold neither its version nor its variant
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(random.bytes, at) & 31), 1), '')
    from (select uuid_send(gen_random_uuid()) as bytes) as random
   cross join unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11, 12]) as at
$$;

alter table deposits add column number text not null default record_number();
alter table withdrawals add column number text not null default record_number();
alter table balance_transfers add column number text not null default record_number();
alter table investments add column number text not null default record_number();
alter table flexible_movements add column number text not null default record_number();
alter table balance_adjustments add column number text not null default record_number();

create unique index deposits_by_number on deposits (number);
create unique index withdrawals_by_number on withdrawals (number);
create unique index balance_transfers_by_number on balance_transfers (number);
create unique index investments_by_number on investments (number);
create unique index flexible_movements_by_number on flexible_movements (number);
create unique index balance_adjustments_by_number on balance_adjustments (number);
