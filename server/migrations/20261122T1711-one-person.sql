-- What one person may earn once (docs/rules.md, Referrals and welcome bonus): which account showed which ID number, which
-- accounts the welcome bonus and the referral reward of a number went to, and a welcome bonus that was taken back.
-- The hashes are keyed (kyc_records.number_hash) and stay when records are erased, so closing an account forgets none.

-- Every ID number that an account has ever shown; two accounts with one number are linked.
create table id_numbers (
  user_id integer not null references users,
  number_hash bytea not null,
  primary key (user_id, number_hash)
);
-- who else showed a number
create index id_numbers_by_number on id_numbers (number_hash, user_id);
insert into id_numbers (user_id, number_hash) select distinct user_id, number_hash from kyc_records;

-- The account whose welcome bonus is the one of this number: the first one approved with it that was welcomed.
create table welcomed_numbers (
  number_hash bytea primary key,
  user_id integer not null references users
);
insert into welcomed_numbers (number_hash, user_id)
select k.number_hash, k.user_id
  from kyc_records k
  join ledger_transfers t on t.subject = 'user' and t.subject_id = k.user_id and t.event = 'welcomed'
 where k.status = 'approved';

-- The referred account that earned its referrer the reward of this number.
create table rewarded_numbers (
  number_hash bytea primary key,
  referred_id integer not null references users
);
insert into rewarded_numbers (number_hash, referred_id)
select k.number_hash, k.user_id
  from kyc_records k
  join referral_rewards w on w.referred_id = k.user_id
 where k.status = 'approved';

-- Once some of the bonus has lawfully left, what is in Earn is the user's own: it is never locked again.
alter table flexible_accounts add column bonus_released boolean not null default false;
alter table flexible_movements drop constraint flexible_movements_type;
alter table flexible_movements
  add constraint flexible_movements_type check (type in ('deposit', 'withdraw', 'taken_back'));
update flexible_accounts f
   set bonus_released = true
 where f.bonus > 0
   and exists (select from welcomed_numbers w where w.user_id = f.user_id)
   and exists (select from deposits d where d.user_id = f.user_id and d.status = 'approved')
   and exists (select from flexible_movements m where m.user_id = f.user_id and m.type = 'withdraw');

-- The identity records of a closed account are kept, locked, until this day; then a job erases them. A locked number may
-- be submitted again: its owner comes back.
alter table kyc_records
  add column locked_until date,
  add column lock_reason text constraint kyc_records_lock_reason check (lock_reason = 'account_closed'),
  add constraint kyc_records_locked check ((locked_until is null) = (lock_reason is null));
drop index id_in_use;
create unique index id_in_use on kyc_records (number_hash) where status in ('pending', 'approved') and locked_until is null;
-- the job that erases what nobody may keep any longer
create index kyc_records_locked_until on kyc_records (locked_until) where locked_until is not null;
