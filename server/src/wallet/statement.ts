/** The contents of a statement: each account's opening, every booking in the range, its closing. Opening + lines = closing. */
import { add, type Paise, subtract, ZERO } from '@bittkosh/contract/money'
import type { Cause, MovementKind } from '@bittkosh/contract/movements'
import type { UserAccount } from '../ledger/movements.ts'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

const statementAccounts = ['wallet', 'flexible', 'invested', 'held'] as const satisfies UserAccount[]

export type Range = { from: Date; until: Date }

export type StatementAccount = {
  id: bigint
  kind: UserAccount
  opening: Paise
  came: Paise
  left: Paise
  closing: Paise
  /** The newest booking when the statement was opened. */
  lastId: bigint
}

/** A record's public number; of interest, which has none, its day. */
export type Reference = { number: string } | { interestOf: string }

export type StatementLine = {
  at: Date
  kind: MovementKind
  /** Null if the event is another person's. */
  reference: Reference | null
  amount: Paise
  balance: Paise
}

/** A user's accounts with their sums, in one statement, so that they are of one moment. */
export async function openStatement(db: Db, user: number, { from, until }: Range): Promise<StatementAccount[]> {
  const { rows } = await sql<{
    id: bigint
    kind: UserAccount
    opening: Paise
    came: Paise
    left: Paise
    last_id: bigint
  }>`
    select a.id, a.kind,
           coalesce(sum(e.amount) filter (where e.at < ${from}), 0)::bigint as opening,
           coalesce(sum(e.amount) filter (where e.at >= ${from} and e.amount > 0), 0)::bigint as came,
           coalesce(-sum(e.amount) filter (where e.at >= ${from} and e.amount < 0), 0)::bigint as "left",
           coalesce(max(e.id), 0) as last_id
      from ledger_accounts a
      left join ledger_entries e on e.account_id = a.id and e.at < ${until}
     where a.holder = ${user}
     group by a.id`.execute(db)
  return statementAccounts.map((kind) => {
    const row = rows.find((account) => account.kind === kind)
    if (!row) throw new Error(`user ${user} has no ${kind} account`)
    return {
      id: row.id,
      kind,
      opening: row.opening,
      came: row.came,
      left: row.left,
      closing: subtract(add(row.opening, row.came), row.left),
      lastId: row.last_id,
    }
  })
}

const BATCH = 1000

/**
 * The lines of one account, oldest first, in batches, so that a long statement is never in memory as a whole. No
 * transaction stays open while it is sent: entries never change, and an account's ids grow in the order of its commits
 * (ledger_post locks it first), so later entries have an id above `lastId`.
 */
export async function* linesOf(
  db: Db,
  account: StatementAccount,
  { from, until }: Range,
): AsyncGenerator<StatementLine[]> {
  let balance = account.opening
  let after = { moment: from.toISOString(), id: 0n }
  for (;;) {
    const { rows } = await sql<
      Cause & { id: bigint; number: string | null; moment: string; at: Date; amount: Paise; kind: MovementKind }
    >`
      select e.id, e.at::text as moment, e.at, e.amount, t.kind, t.subject, t.subject_id as "subjectId", t.event, t.day,
             ${recordNumber} as number
        from ledger_entries e
        join ledger_transfers t on t.id = e.transfer_id
       where e.account_id = ${account.id}
         and (e.at, e.id) > (${after.moment}::timestamptz, ${after.id})
         and e.at < ${until}
         and e.id <= ${account.lastId}
       order by e.at, e.id
       limit ${BATCH}`.execute(db)
    yield rows.map((row) => {
      balance = add(balance, row.amount)
      return { at: row.at, kind: row.kind, reference: referenceOf(row, row.number), amount: row.amount, balance }
    })
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return checkClosing(account, balance)
    after = { moment: last.moment, id: last.id }
  }
}

// A statement that does not add up must not be sent.
function checkClosing(account: StatementAccount, balance: Paise) {
  if (balance !== account.closing)
    throw new Error(`statement of account ${account.id}: lines end at ${balance}, closing is ${account.closing}`)
}

/** The number of the record that caused transfer `t`; null if it has none. */
const recordNumber = sql`case t.subject
               when 'deposit' then (select number from deposits where id = t.subject_id)
               when 'withdrawal' then (select number from withdrawals where id = t.subject_id)
               when 'transfer' then (select number from balance_transfers where id = t.subject_id)
               when 'investment' then (select number from investments where id = t.subject_id)
               when 'flexible' then (select number from flexible_movements where id = t.subject_id)
               when 'adjustment' then (select number from balance_adjustments where id = t.subject_id) end`

/** The record behind a booking, by its number; null if it is another person's. */
export function referenceOf({ subject, event, day }: Cause, number: string | null): Reference | null {
  switch (subject) {
    case 'deposit':
    case 'withdrawal':
    case 'transfer':
    case 'flexible':
    case 'adjustment':
      return number === null ? null : { number }
    case 'investment':
      return event === 'shared' || number === null ? null : { number }
    case 'interest':
      return event === 'shared' ? null : { interestOf: day }
    case 'user': // the welcome bonus, of which there is one
    case 'referral':
      return null
  }
}

/** The sum of the user's accounts at the beginning and at the end. */
export function totalsOf(accounts: readonly StatementAccount[]): { opening: Paise; closing: Paise } {
  const sum = (pick: (account: StatementAccount) => Paise) =>
    accounts.reduce((total, one) => add(total, pick(one)), ZERO)
  return { opening: sum((account) => account.opening), closing: sum((account) => account.closing) }
}
