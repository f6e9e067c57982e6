/** What must be true of the ledger at every moment (docs/security.md#ledger-invariants: 1, 2 and 9). `npm run verify` runs them all. */
import { movementKinds } from '@bittkosh/contract/movements'
import type { Db } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

/** Something that must always be true; each finding is a sentence that names the row that breaks it. */
export type Invariant = { name: string; find(db: Db): Promise<string[]> }

/** An invariant whose statement selects one column `finding`, a sentence for each row that breaks it. */
export function invariant(name: string, statement: Sql<{ finding: string }>): Invariant {
  return {
    name,
    async find(db) {
      const { rows } = await statement.execute(db)
      return rows.map((row) => row.finding)
    },
  }
}

/** The cause of a ledger transfer `t`, as a finding words it. */
export const causeText = sql`concat_ws(' ', t.subject, t.subject_id, t.event, t.day)`

/** How far apart the clocks of two machines on one database may be, for findings that compare moments of both. */
export const CLOCKS_APART = '5 seconds'

const eventsOfKinds = Object.entries(movementKinds).flatMap(([kind, events]) =>
  events.map(({ subject, event }) => ({ kind, subject, event })),
)

export const invariants: Invariant[] = [
  invariant(
    'every transfer has at least two entries that sum to zero',
    sql`
      select 'transfer ' || t.id || ' (' || ${causeText} || ') has ' || count(e.id) || ' entries that sum to '
             || coalesce(sum(e.amount), 0) || ' paise' as finding
        from ledger_transfers t
        left join ledger_entries e on e.transfer_id = t.id
       group by t.id
      having count(e.id) < 2 or sum(e.amount) <> 0
       limit 100`,
  ),
  invariant(
    'every transfer is of a kind that is posted for its event, and has a day exactly where it is interest',
    sql`
      select 'transfer ' || t.id || ' (' || ${causeText} || ') is a ' || t.kind as finding
        from ledger_transfers t
       where (t.kind, t.subject, t.event) not in (
               select kind, subject, event
                 from unnest(${eventsOfKinds.map(({ kind }) => kind)}::text[],
                             ${eventsOfKinds.map(({ subject }) => subject)}::text[],
                             ${eventsOfKinds.map(({ event }) => event)}::text[]) as known (kind, subject, event))
          or (t.day is not null) <> (t.subject = 'interest')
       limit 100`,
  ),
  invariant(
    'every entry belongs to a transfer and an account',
    sql`
      select 'entry ' || e.id || ' belongs to transfer ' || e.transfer_id || ' and account ' || e.account_id
             || ', of which one is missing' as finding
        from ledger_entries e
       where not exists (select from ledger_transfers t where t.id = e.transfer_id)
          or not exists (select from ledger_accounts a where a.id = e.account_id)
       limit 100`,
  ),
  invariant(
    "the posting function knows each of the platform's accounts",
    sql`
      select 'account ' || a.id || ' (' || a.kind || ') is posted to as '
             || coalesce(ledger_platform_account(a.kind)::text, 'none') as finding
        from ledger_accounts a
       where a.holder = 0 and ledger_platform_account(a.kind) is distinct from a.id`,
  ),
  invariant(
    'user money and platform accounts sum to zero',
    sql`
      select 'all entries sum to ' || sum(amount) || ' paise' as finding
        from ledger_entries
      having sum(amount) <> 0`,
  ),
  invariant(
    "a user's balance is the sum of its entries and not negative",
    sql`
      select 'account ' || a.id || ' (user ' || a.user_id || ' ' || a.kind || ') holds ' || a.balance
             || ' paise but its entries sum to ' || coalesce(sum(e.amount), 0) as finding
        from ledger_accounts a
        left join ledger_entries e on e.account_id = a.id
       where a.user_id is not null
       group by a.id
      having a.balance <> coalesce(sum(e.amount), 0) or a.balance < 0
       limit 100`,
  ),
  invariant(
    'the running balance of each entry follows the one before it',
    sql`
      select 'entry ' || id || ' says ' || balance_after || ' paise after ' || amount || ', expected ' || expected as finding
        from (select e.id, e.amount, e.balance_after,
                     sum(e.amount) over (partition by e.account_id order by e.id) as expected
                from ledger_entries e
                join ledger_accounts a on a.id = e.account_id and a.user_id is not null) as followed
       where balance_after is distinct from expected
       limit 100`,
  ),
  invariant(
    'every user has the four accounts',
    sql`
      select 'user ' || u.id || ' has ' || count(a.id) || ' accounts' as finding
        from users u
        left join ledger_accounts a on a.user_id = u.id
       group by u.id
      having count(a.id) <> 4
       limit 100`,
  ),
  invariant(
    'an adjustment has moved exactly what its record says',
    sql`
      select 'adjustment ' || b.id || ' of ' || b.change || ' paise has moved ' || coalesce(sum(e.amount), 0) as finding
        from balance_adjustments b
        left join ledger_transfers t on t.subject = 'adjustment' and t.subject_id = b.id
        left join ledger_accounts a on a.user_id = b.user_id and a.kind = 'wallet'
        left join ledger_entries e on e.transfer_id = t.id and e.account_id = a.id
       group by b.id
      having coalesce(sum(e.amount), 0) <> b.change
       limit 100`,
  ),
  invariant(
    'no balance is adjusted without a record, and each record of an admin is in the audit log',
    sql`
      select 'ledger transfer ' || t.id || ' (' || ${causeText} || ') has no record' as finding
        from ledger_transfers t
        left join balance_adjustments b on b.id = t.subject_id
       where t.subject = 'adjustment' and b.id is null
      union all
      select 'adjustment ' || b.id || ' of admin ' || b.admin_id || ' has no audit row'
        from balance_adjustments b
       where b.admin_id is not null
         and not exists (
           select from audit_log l
            where l.subject = 'user' and l.subject_id = b.user_id and l.action = 'user edited'
              and l.admin_id = b.admin_id and l.at = b.created_at)
       limit 100`,
  ),
]
