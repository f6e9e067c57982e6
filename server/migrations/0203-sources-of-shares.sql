-- A referral share named what earned it in a sentence ('interest 55 2026-03-31'), and said nowhere which movement had
-- paid it: a night pays the shares of many users together, so receipts could not tell the balance after it.

alter table referral_shares
  -- the record that earned the profit, as contract/movements.ts names it, and the day where it is interest
  add column subject text,
  add column subject_id integer,
  add column day date,
  -- the movement that paid it has the same subject, the event 'shared', and these
  add column paid_subject_id integer,
  add column paid_day date;

update referral_shares
   set subject = split_part(source, ' ', 1), subject_id = split_part(source, ' ', 2)::integer,
       day = nullif(split_part(source, ' ', 3), '')::date;
-- Interest was paid with the batch whose first user comes last before this one, or by the user's own later movement.
update referral_shares s
   set paid_day = coalesce(paid.day, s.day), paid_subject_id = coalesce(paid.subject_id, s.subject_id)
  from referral_shares as same
  left join lateral (
         select t.subject_id, t.day
           from ledger_transfers t
          where t.subject = 'interest' and t.event = 'shared' and t.at = same.created_at and t.day >= same.day
            and t.subject_id <= same.subject_id and same.subject = 'interest'
          order by t.subject_id desc, t.day
          limit 1) as paid on true
 where s.id = same.id;

alter table referral_shares
  alter column subject set not null,
  alter column subject_id set not null,
  alter column paid_subject_id set not null,
  drop column source,
  -- whatever runs twice, one profit pays one share
  add constraint referral_shares_source unique nulls not distinct (subject_id, subject, day);
