-- A seal covers a range of transfers. Its entries are those of the same range, which their index finds: joined by each transfer alone,
-- all entries were read for each seal, so `npm run verify` took with the square of the ledger.
-- Programs since 20261125T0740-shares-of-a-night go on.
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
    left join ledger_entries e on e.transfer_id = t.id and e.transfer_id > after and e.transfer_id <= through
    left join ledger_accounts a on a.id = e.account_id
   where t.id > after and t.id <= through
   group by t.id
   order by t.id
$$;
