import { add, type Paise, subtract, ZERO } from '@bittkosh/contract/money'
import type { Cause, MovementKind } from '@bittkosh/contract/movements'
import type { OwedAccountName, PlatformAccountName } from '@bittkosh/contract/statistics'
import { comingIn, comingInUndone, goingOut, kindsTouching } from '../ledger/kinds.ts'
import { ledgerDays } from '../ledger/totals.ts'
import type { LineKey, MomentKey } from '../platform/http/cursor.ts'
import { type Db, onlyRow } from '../platform/database/database.ts'
import { keptCounts } from '../platform/lists.ts'
import { sql } from '../platform/database/sql.ts'
import { hasOutcome } from '../requests/table.ts'

export async function countUsers(db: Db): Promise<{ total: number; active: number }> {
  const counts = await keptCounts(db, 'users')
  const active = counts.get('user active') ?? 0
  return { total: active + (counts.get('user inactive') ?? 0), active }
}

export type DayTotals = {
  deposits: Paise
  depositCount: number
  withdrawals: Paise
  withdrawalCount: number
  /** Payouts that the bank returned, in full: the net amount and the fee. */
  returned: Paise
  returnedCount: number
}

/**
 * Approved deposits and withdrawals by the business day of their decision, and returned withdrawals by that of their
 * return; days without any are left out. A reversed deposit counts against the day of its reversal, so the reported
 * figures of past days stay unchanged.
 */
export async function decidedByDay(db: Db, from: string, to: string): Promise<Map<string, DayTotals>> {
  const days = new Map<string, DayTotals>()
  for (const { day, movement, account, plus, pluses, minus, minuses } of await ledgerDays(db, { from, to })) {
    // money that came in is negative on a cash account; money that went out left `held`
    const isDeposit = comingIn.includes(movement) && account.startsWith('cash_')
    const isWithdrawal = goingOut.includes(movement) && account === 'held'
    const isReturn = goingOut.includes(movement) && account === 'wallet'
    const isReversal = comingInUndone.includes(movement) && account.startsWith('cash_')
    if (!isDeposit && !isWithdrawal && !isReturn && !isReversal) continue
    const sums = days.get(day) ?? { ...noTotals }
    if (isDeposit) {
      sums.deposits = add(sums.deposits, minus)
      sums.depositCount += minuses
    } else if (isReturn) {
      sums.returned = add(sums.returned, plus)
      sums.returnedCount += pluses
    } else if (isReversal) {
      sums.deposits = subtract(sums.deposits, plus)
      sums.depositCount -= pluses
    } else {
      sums.withdrawals = add(sums.withdrawals, minus)
      sums.withdrawalCount += minuses
    }
    days.set(day, sums)
  }
  return days
}

const noTotals: DayTotals = {
  deposits: ZERO,
  depositCount: 0,
  withdrawals: ZERO,
  withdrawalCount: 0,
  returned: ZERO,
  returnedCount: 0,
}

/** What was requested in a period and still waits. */
export async function pendingTotals(db: Db, from: Date, until: Date): Promise<{ deposits: Paise; withdrawals: Paise }> {
  const { rows } = await sql<{ deposits: Paise; withdrawals: Paise }>`
    select (select coalesce(sum(requested_amount), 0)::bigint from deposits
             where ${hasOutcome('status', 'waits')} and created_at >= ${from} and created_at < ${until}) as deposits,
           (select coalesce(sum(amount), 0)::bigint from withdrawals
             where ${hasOutcome('status', 'waits')} and created_at >= ${from} and created_at < ${until}) as withdrawals`.execute(
    db,
  )
  return onlyRow(rows, 'pending totals')
}

/** New users by business day of registration. */
export async function registrationsByDay(db: Db, from: string, to: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; n: number }>`
    select part as day, sum(n)::integer as n
      from list_counts
     where list = 'registrations' and part >= ${from} and part <= ${to}
     group by part`.execute(db)
  return new Map(rows.map((row) => [row.day, row.n]))
}

type Queue = { count: number; oldest_at: Date | null; amount: Paise }

export async function queues(db: Db): Promise<Record<'deposits' | 'withdrawals' | 'kyc', Queue>> {
  const { rows } = await sql<Queue & { name: string }>`
    select q.name, q.oldest_at, q.amount,
           coalesce((select sum(c.n) from list_counts c where c.list = q.list and ${hasOutcome('c.part', 'waits')}), 0)::integer as count
      from (select 'deposits' as name, 'deposits' as list,
                   (select created_at from deposits where ${hasOutcome('status', 'waits')} order by created_at limit 1) as oldest_at,
                   (select coalesce(sum(requested_amount), 0)::bigint from deposits where ${hasOutcome('status', 'waits')}) as amount
            union all
            select 'withdrawals', 'withdrawals',
                   (select created_at from withdrawals where ${hasOutcome('status', 'waits')} order by created_at limit 1),
                   (select coalesce(sum(amount), 0)::bigint from withdrawals where ${hasOutcome('status', 'waits')})
            union all
            select 'kyc', 'kyc_records',
                   (select submitted_at from kyc_records where ${hasOutcome('status', 'waits')} order by submitted_at limit 1), 0) as q`.execute(
    db,
  )
  const queue = (name: string): Queue => {
    const { count, oldest_at, amount } = onlyRow(
      rows.filter((one) => one.name === name),
      `queue of ${name}`,
    )
    return { count, oldest_at, amount }
  }
  return { deposits: queue('deposits'), withdrawals: queue('withdrawals'), kyc: queue('kyc') }
}

export type Due = { days: number; count: number; principal: Paise; profit: Paise }

/** Unclaimed plans that can be claimed before each of these moments, given in ascending order. */
export async function dueBefore(db: Db, steps: readonly { days: number; until: Date }[]): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with due as (
      select s.days, count(i.matures_at) as count, sum(i.amount) as principal, sum(i.profit) as profit
        from unnest(${steps.map((step) => step.days)}::integer[],
                    ${steps.map((_, n) => steps[n - 1]?.until ?? new Date(0))}::timestamptz[],
                    ${steps.map((step) => step.until)}::timestamptz[]) as s (days, after, until)
        left join investments i on i.claimed_at is null and i.matures_at >= s.after and i.matures_at < s.until
       group by s.days)
    select days, (sum(count) over up_to)::integer as count, coalesce(sum(principal) over up_to, 0)::bigint as principal,
           coalesce(sum(profit) over up_to, 0)::bigint as profit
      from due
    window up_to as (order by days)
     order by days`.execute(db)
  return rows
}

export type DueInvestment = {
  id: number
  user: { id: number; name: string; email: string | null }
  cryptocurrency: { name: string; symbol: string }
  principal: Paise
  profit: Paise
  matures_at: Date
}

/** The unclaimed plans that can be claimed before a moment, soonest first, after `after`. */
export async function investmentsDue(
  db: Db,
  { until, after, limit }: { until: Date; after: MomentKey | undefined; limit: number },
): Promise<DueInvestment[]> {
  const { rows } = await sql<DueInvestment>`
    select i.id, i.amount as principal, i.profit, i.matures_at,
           jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email) as user,
           jsonb_build_object('name', i.name, 'symbol', i.symbol) as cryptocurrency
      from investments i
      join users u on u.id = i.user_id
     where i.claimed_at is null and i.matures_at < ${until}
       and ${after ? sql`(i.matures_at, i.id) > (${after.at}, ${after.id})` : sql`true`}
     order by i.matures_at, i.id
     limit ${limit}`.execute(db)
  return rows
}

export type LedgerLine = {
  id: bigint
  transfer_id: bigint
  subject: Cause['subject']
  subject_id: number
  day: string | null
  kind: MovementKind
  account: PlatformAccountName | OwedAccountName
  amount: Paise
  at: Date
  user: { id: number; name: string; email: string | null } | null
}
type Stretch = { before: LineKey | undefined; limit: number }
type LinePage<Account> = Stretch & {
  /** One account, or several together. */
  accounts: readonly Account[]
  side: 'debit' | 'credit' | undefined
}

// The reversal of a payment is on the payment's side, whatever its sign; literal text, so that a partial index is used.
const isUndoing = sql`t.kind in (${sql.join(comingInUndone.map((kind) => sql.lit(kind)))})`

const ofSide = (side: 'debit' | 'credit' | undefined) =>
  side ? sql`(e.amount < 0) = (${side === 'debit'} <> (${isUndoing}))` : sql`true`

/**
 * An account's entries of one side before an id, newest first, read as a range of an index that has this order. The
 * comparison is by row: for `account_id = a.id` the planner would expect the few entries of an average account, and
 * then read and sort the millions of a platform account (docs/lists.md#lines-of-a-platform-account).
 */
function stretchOf(side: 'debit' | 'credit' | undefined, { before, limit }: Stretch, narrowed = sql``) {
  const ofSign = {
    debit: sql`e.balance_after is null and e.amount < 0`,
    credit: sql`e.balance_after is null and e.amount > 0`,
  }
  return sql`select e.id, e.transfer_id, e.amount, e.at
                     from ledger_entries e
                    where (e.account_id, e.id) < (a.id, ${before?.entry ?? LAST_ID}::bigint)
                      and e.account_id >= a.id
                      and ${side ? ofSign[side] : sql`true`} ${narrowed}
                    order by e.account_id desc, e.id desc
                    limit ${limit}`
}
const LAST_ID = 9_223_372_036_854_775_807n

/**
 * The newest entries of one side: those of its sign without reversals of the other side's payments, plus the reversals
 * of its own. Tested per entry by a scalar subquery: the planner may turn an `exists` into a join and lose the order.
 */
function linesOfSide(side: 'debit' | 'credit', page: Stretch) {
  return sql`
                   (${stretchOf(side, page, sql`and (select ${isUndoing} from ledger_transfers t where t.id = e.transfer_id) = false`)})
                   union all
                   (select id, transfer_id, amount, at
                      from reversals
                     where account_id = a.id and (amount > 0) = ${side === 'debit'} and id < ${page.before?.entry ?? LAST_ID}
                     order by id desc
                     limit ${page.limit})
                   order by id desc
                   limit ${page.limit}`
}

/**
 * The entries of all reversals. No transfer's id bounds those of a page: of two postings at the same time the older
 * transfer may have the newer entries. `offset 0`: looked up reversal by reversal.
 */
const reversals = sql`
    with reversals as materialized (
      select e.*
        from ledger_transfers t
       cross join lateral (select * from ledger_entries e where e.transfer_id = t.id offset 0) as e
       where ${isUndoing})`

/** For the platform's accounts: each is read in its own order, at most a page of it, then they are merged. */
export async function linesOfPlatform(
  db: Db,
  { accounts, side, ...page }: LinePage<PlatformAccountName>,
): Promise<LedgerLine[]> {
  const { rows } = await sql<LedgerLine>`
    ${side ? reversals : sql``}
    select e.id, e.transfer_id, t.subject, t.subject_id, t.day, t.kind, e.account, e.amount, e.at, null as user
      from (select e.*, a.kind as account
              from ledger_accounts a
             cross join lateral (
                   ${side ? linesOfSide(side, page) : stretchOf(undefined, page)}) as e
             where a.holder = 0 and a.kind = any (${accounts}::ledger_account_kind[])
             order by e.id desc
             limit ${page.limit}) as e
      join ledger_transfers t on t.id = e.transfer_id
     order by e.id desc`.execute(db)
  return rows
}

/**
 * For some kinds of all users' accounts: read from the newest transfer back, because entries are indexed by account.
 * Entries of transfers that touch none of these kinds, such as a night's interest, are not read.
 */
export async function linesOfUsers(
  db: Db,
  { accounts, side, before, limit }: LinePage<OwedAccountName>,
): Promise<LedgerLine[]> {
  const { rows } = await sql<LedgerLine>`
    select e.id, t.id as transfer_id, t.subject, t.subject_id, t.day, t.kind, e.account, e.amount, t.at,
           jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email) as user
      from ledger_transfers t
     cross join lateral (
             select e.id, a.holder, a.kind as account, e.amount
               from ledger_entries e
               join ledger_accounts a on a.id = e.account_id
              where e.transfer_id = t.id and a.kind = any (${accounts}::ledger_account_kind[]) and ${ofSide(side)}
             offset 0 -- transfer by transfer: the planner may not begin with all entries of these accounts
           ) as e
      join users u on u.id = e.holder
     where t.kind = any (${kindsTouching(accounts)}::text[])
       and ${before ? sql`t.id <= ${before.transfer} and (t.id, e.id) < (${before.transfer}, ${before.entry})` : sql`true`}
     order by t.id desc, e.id desc
     limit ${limit}`.execute(db)
  return rows
}
