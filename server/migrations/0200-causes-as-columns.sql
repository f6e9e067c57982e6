-- What caused a transfer stood in a sentence ('deposit 12 decided') that thirty statements built and some took apart
-- again. Now it is columns: a record, what happened to it, and the business day where the event is of a day.

alter table ledger_transfers
  -- the record that moved the money, as contract/movements.ts names it
  add column subject text,
  add column subject_id integer,
  -- what happened to it
  add column event text,
  -- the business day of an event that is of a day: interest
  add column day date;

alter table ledger_transfers disable trigger ledger_transfers_append_only;
update ledger_transfers t
   set subject = parsed.subject, subject_id = parsed.subject_id, event = parsed.event, day = parsed.day
  from (select id, cause, string_to_array(cause, ' ') as words from ledger_transfers) as old
 cross join lateral (
   select 'user', old.words[2]::integer, 'welcomed', null::date where old.cause like 'welcome %'
   union all
   select 'adjustment', old.words[2]::integer, 'made', null where old.cause like 'adjustment %'
   union all
   select 'interest', old.words[5]::integer, 'posted', old.words[2]::date where old.cause like 'interest %'
   union all
   select 'interest', old.words[6]::integer, 'shared', old.words[3]::date where old.cause like 'referral interest %'
   union all
   select 'investment', old.words[3]::integer, 'shared', null where old.cause like 'referral investment %'
   union all
   select 'referral', old.words[3]::integer, 'rewarded', null where old.cause like 'referral reward %'
   union all
   select old.words[1], old.words[2]::integer, old.words[3], null where old.cause ~ '^(deposit|withdrawal|transfer|investment|flexible) '
 ) as parsed (subject, subject_id, event, day)
 where t.id = old.id;
alter table ledger_transfers enable trigger ledger_transfers_append_only;

alter table ledger_transfers
  alter column subject set not null,
  alter column subject_id set not null,
  alter column event set not null,
  drop column cause,
  -- one event moves money once, for ever; the id comes first because it tells most rows apart
  add constraint already_moved unique nulls not distinct (subject_id, subject, event, day);

-- The digests of before are of the sentence. Nothing is sealed for the moment; the next minute seals all of it anew.
alter table ledger_seals disable trigger ledger_seals_append_only;
delete from ledger_seals;
alter table ledger_seals enable trigger ledger_seals_append_only;

create or replace function ledger_digests(after bigint, through bigint) returns table (transfer_id bigint, digest bytea)
language sql stable
as $$
  select t.id,
         substr(sha256(convert_to(
           format('%L %s %L %L %L %s', t.subject, t.subject_id, t.event, t.day, t.kind,
                  (extract(epoch from t.at) * 1000000)::bigint) || coalesce(string_agg(
             format(E'\n%s %s %s %L %s %s %s', e.id, e.account_id, a.holder, a.kind, e.amount, e.balance_after,
                    (extract(epoch from e.at) * 1000000)::bigint),
             '' order by e.id), ''), 'UTF8')), 1, 16)
    from ledger_transfers t
    left join ledger_entries e on e.transfer_id = t.id
    left join ledger_accounts a on a.id = e.account_id
   where t.id > after and t.id <= through
   group by t.id
   order by t.id
$$;
