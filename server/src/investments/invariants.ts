/** Investments and the money they moved (docs/security.md#ledger-invariants: 3 to 5). */
import { causeText, type Invariant, invariant } from '../ledger/invariants.ts'
import { sql } from '../platform/database/sql.ts'

export const invariants: Invariant[] = [
  invariant(
    "a user's invested balance is the principal of their unclaimed investments",
    sql`
      select 'user ' || a.user_id || ' has ' || a.balance || ' paise invested, but their unclaimed investments sum to '
             || coalesce(sum(i.amount), 0) as finding
        from ledger_accounts a
        left join investments i on i.user_id = a.user_id and i.claimed_at is null
       where a.kind = 'invested'
       group by a.id
      having a.balance <> coalesce(sum(i.amount), 0)
       limit 100`,
  ),
  invariant(
    'an investment was paid for once, with its amount',
    sql`
      select 'investment ' || i.id || ' of ' || i.amount || ' paise has moved ' || coalesce(e.amount, 0)
             || ' paise into its user''s investments' as finding
        from investments i
        left join ledger_transfers t on t.subject = 'investment' and t.subject_id = i.id and t.event = 'bought'
        left join ledger_accounts a on a.user_id = i.user_id and a.kind = 'invested'
        left join ledger_entries e on e.transfer_id = t.id and e.account_id = a.id
       where e.amount is distinct from i.amount
       limit 100`,
  ),
  invariant(
    'a claimed investment paid principal and profit to the wallet, an unclaimed one nothing',
    sql`
      select 'investment ' || i.id || ' is owed ' || case when i.claimed_at is null then 0 else i.amount + i.profit end
             || ' paise but was paid ' || coalesce(e.amount, 0) as finding
        from investments i
        left join ledger_transfers t on t.subject = 'investment' and t.subject_id = i.id and t.event = 'claimed'
        left join ledger_accounts a on a.user_id = i.user_id and a.kind = 'wallet'
        left join ledger_entries e on e.transfer_id = t.id and e.account_id = a.id
       where coalesce(e.amount, 0) <> case when i.claimed_at is null then 0 else i.amount + i.profit end
          or (i.claimed_at is null) <> (t.id is null)
       limit 100`,
  ),
  invariant(
    'no plan money moves without an investment',
    sql`
      select 'transfer ' || t.id || ' (' || ${causeText} || ') belongs to no investment' as finding
        from ledger_transfers t
        left join investments i on i.id = t.subject_id
       where t.subject = 'investment' and i.id is null
       limit 100`,
  ),
  invariant(
    'the terms of an investment agree with each other',
    sql`
      select 'investment ' || id || ' of ' || amount || ' paise at ' || profit_ppm || ' ppm has a profit of ' || profit
             || ' and matures at ' || matures_at as finding
        from investments
       where profit <> (amount * profit_ppm + 500000) / 1000000
          or bought_on <> (bought_at at time zone 'Asia/Kolkata')::date
          or matures_at <> matures_on::timestamp at time zone 'Asia/Kolkata'
          or claimed_at < matures_at
       limit 100`,
  ),
]
