-- Whoever can write to the database by hand can switch off a trigger. So transfers are sealed once they are final: a seal has a digest
-- of each of them and is chained to the previous one, and its head is sealed under a key that is not in the database
-- (docs/decisions/0190-ledger-seals.md).

create table ledger_seals (
  -- the last transfer that it may cover; the first is the next one after the previous seal
  through bigint not null,
  sealed_at timestamptz not null,
  transfer_ids bigint[] not null,
  -- of each of them, in their order
  digests bytea not null,
  -- SHA-256 over the head of the previous seal and all of the above except the moment
  head bytea not null,
  -- the head under the newest secret, which is all that `npm run rotate-keys` changes
  sealed_head bytea not null,
  constraint ledger_seals_pkey primary key (through),
  constraint ledger_seals_digests check (octet_length(digests) = 16 * cardinality(transfer_ids))
);
create trigger ledger_seals_append_only before delete or update of through, sealed_at, transfer_ids, digests, head
  on ledger_seals for each row execute function refuse_change();
create trigger ledger_seals_no_truncate before truncate on ledger_seals for each statement execute function refuse_change();

-- What each transfer of a range says with all its entries (whose accounts, how much, when), in sixteen bytes of SHA-256. The entries are
-- those of the same range, which their index finds: joined by each transfer alone, all entries would be read for each seal.
create function ledger_digests(after bigint, through bigint) returns table (transfer_id bigint, digest bytea)
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

-- The program notices acknowledged transfers that the database has no longer (a restored snapshot, a promoted standby that lacked
-- them). It is not ready until an operator has looked and confirmed (ledger/acknowledged.ts).
create table ledger_losses (
  id           integer generated always as identity primary key,
  noticed_at   timestamptz not null,
  missing      text[] not null, -- one line each
  confirmed_at timestamptz
);
-- one loss is open at a time
create unique index ledger_losses_open on ledger_losses ((true)) where confirmed_at is null;
