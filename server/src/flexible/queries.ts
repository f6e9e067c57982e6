import type { FlexibleDay, InterestDay } from '@bittkosh/contract/flexible'
import { type Paise, parseDecimal, type Ppm, ppm, subtract } from '@bittkosh/contract/money'
import { settingsTable } from '@bittkosh/contract/settings'
import { addDays, startOfDay } from '@bittkosh/contract/time'
import { walletOf } from '../ledger/balances.ts'
import { dayOfMoment, startOfDate } from '../platform/database/businessDay.ts'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { wasReferred } from '../referrals/actions.ts'
import { hasOutcome } from '../requests/table.ts'
import type { BonusFacts, EarnAccount } from './rules.ts'

/** The last millisecond of a business day: the timestamp of its interest. */
export function endOfDay(day: string): Date {
  return new Date(startOfDay(addDays(day, 1)).getTime() - 1)
}

/** The rate of each business day: the last one that began on or before it, or the shipped default. */
export async function readRates(db: Db | Tx): Promise<(day: string) => Ppm> {
  const { rows } = await sql<Rate>`select day, rate_ppm from flexible_rates order by day desc`.execute(db)
  return rateOnDays(rows)
}

type Rate = { day: string; rate_ppm: bigint }

/** `rows` are sorted latest first. */
function rateOnDays(rows: readonly Rate[]): (day: string) => Ppm {
  return (day) => {
    const rate = rows.find((row) => row.day <= day)?.rate_ppm ?? parseDecimal(shippedRate, 4)
    if (rate === null) throw new Error(`the program ships with a rate of ${shippedRate}`)
    return ppm(rate)
  }
}

const shippedRate = settingsTable.flexible_daily_profit_percentage.default

// An account without an Earn state: only the ledger account exists, empty or opened by the welcome bonus.
const fromLedger = sql`
  select a.user_id, a.balance as principal,
         case when first.kind = 'welcome_bonus' then first.amount else 0 end as bonus,
         coalesce(first.day, ${sql.raw("'-infinity'::date")}) as low_day
    from ledger_accounts a
    left join lateral (
           select e.amount, t.kind, ${dayOfMoment(sql`e.at`)} as day
             from ledger_entries e
             join ledger_transfers t on t.id = e.transfer_id
            where e.account_id = a.id
            order by e.id
            limit 1) as first on true
   where a.kind = 'flexible' and a.settled_through is null`

/** Opens the Earn accounts of these users, or of everyone whose ledger account holds money. */
export async function openAccounts(
  tx: Db | Tx,
  only: { users: readonly number[]; today: string } | 'funded',
): Promise<void> {
  const which = only === 'funded' ? sql`a.balance > 0` : sql`a.user_id ${sql.among(only.users)}`
  const day =
    only === 'funded' ? sql`low_day` : sql`case when low_day = '-infinity' then ${only.today} else low_day end`
  await sql`
    with opening as materialized (
      select user_id, principal, bonus, (${day})::date as day
        from (${fromLedger} and ${which}) as unopened),
    opened as (
      insert into flexible_accounts (user_id, principal, bonus, paid_in)
      select user_id, principal, bonus, principal from opening order by user_id
      on conflict do nothing
      returning user_id)
    update ledger_accounts a set settled_through = day - 1, low_day = day, low = 0, interest_due = 0
      from opening join opened using (user_id)
     where a.holder = opening.user_id and a.kind = 'flexible'`.execute(tx)
}

/** Earn accounts, locked with their balances until the transaction ends; opened for users who have none yet. */
export async function lockAccounts(tx: Tx, users: readonly number[], today: string): Promise<Map<number, EarnAccount>> {
  const lock = sql`order by f.user_id for no key update of f, a`
  const accounts = await selectAccounts(tx, users, lock)
  if (accounts.size === users.length) return accounts
  await openAccounts(tx, { users, today })
  return selectAccounts(tx, users, lock)
}

/** The current state of an Earn account; if its row is still missing, the state it would be opened with. */
export async function readAccount(db: Db, user: number, today: string): Promise<EarnAccount> {
  const account = (await selectAccounts(db, [user], sql``)).get(user)
  if (account) return account
  const { rows } = await sql<AccountRow>`
    select principal, principal as paid_in, 0::bigint as carried, principal as balance,
           (low_day - 1)::text as settled_through, low_day::text, 0::bigint as low
      from (select user_id, principal,
                   case when low_day = '-infinity' then ${today}::date else low_day end as low_day
              from (${fromLedger} and a.user_id = ${user}) as opening) as opening`.execute(db)
  return fromRow(onlyRow(rows, `the Earn account of user ${user}`))
}

type AccountRow = {
  principal: Paise
  paid_in: Paise
  carried: bigint
  settled_through: string
  low_day: string
  low: Paise
  balance: Paise
}

async function selectAccounts(
  db: Db | Tx,
  users: readonly number[],
  lock: Sql<unknown>,
): Promise<Map<number, EarnAccount>> {
  const { rows } = await sql<AccountRow & { user_id: number }>`
    select f.user_id, f.principal, f.paid_in, a.interest_due % 1000000 as carried, a.settled_through, a.low_day, a.low, a.balance
      from flexible_accounts f
      join ledger_accounts a on a.holder = f.user_id and a.kind = 'flexible'
     where f.user_id ${sql.among(users)}
     ${lock}`.execute(db)
  return new Map(rows.map((row) => [row.user_id, fromRow(row)]))
}

function fromRow(row: AccountRow): EarnAccount {
  return {
    balance: row.balance,
    carried: row.carried,
    settledThrough: row.settled_through,
    lowDay: row.low_day,
    low: row.low,
    principal: row.principal,
    profitTotal: subtract(row.balance, row.paid_in),
  }
}

/** Writes the missing days of one account. */
export async function insertDays(tx: Tx, user: number, days: readonly InterestDay[]): Promise<void> {
  if (days.length === 0) return
  const columns = { timestamptz: ['at'], bigint: ['eligible', 'rate', 'posted', 'carried', 'balanceAfter'] }
  const rows = days.map((day) => ({ ...day, at: endOfDay(day.day) }))
  await sql`
    insert into flexible_interest (user_id, at, eligible, rate_ppm, posted, carried, balance_after)
    select ${user}, d.* from ${sql.rows('d', columns, rows)}`.execute(tx)
}

/** Saves the state of an account that the caller has locked; only the ledger changes its balance. */
export async function saveAccount(tx: Tx, user: number, account: EarnAccount): Promise<void> {
  await sql`with ${saved([{ user, after: account }])} select`.execute(tx)
}

/** An account to be saved. `releases`: its welcome bonus has begun to leave, and none of it is locked any more. */
type Saved = { user: number; after: EarnAccount; releases?: boolean }

/** The parts of a statement that save several users' accounts. */
function saved(accounts: readonly Saved[]): Sql {
  const columns = {
    integer: ['user'],
    bigint: ['low', 'carried', 'principal', 'paidIn'],
    date: ['settledThrough', 'lowDay'],
    boolean: ['releases'],
  } as const
  const rows = accounts.map(({ user, after, releases = false }) => ({
    ...after,
    user,
    releases,
    paidIn: after.balance - after.profitTotal,
  }))
  return sql`
    saved as materialized (select * from ${sql.rows('account', columns, rows)}),
    state as (
      update ledger_accounts a
         set settled_through = s."settledThrough", low_day = s."lowDay", low = s.low, interest_due = s.carried
        from saved s
       where a.holder = s.user and a.kind = 'flexible'),
    account as (
      update flexible_accounts f
         set principal = s.principal, paid_in = s."paidIn", bonus_released = f.bonus_released or s.releases
        from saved s
       where f.user_id = s.user)`
}

/** The unreleased welcome bonuses of these users, with the facts that decide whether they may leave. */
export async function unreleasedBonuses(db: Db | Tx, users: readonly number[]): Promise<Map<number, BonusFacts>> {
  const { rows } = await bonusesOf(users).execute(db)
  return new Map(rows.map(({ user, ...facts }) => [user, facts]))
}

function bonusesOf(users: readonly number[]): Sql<BonusFacts & { user: number }> {
  return sql`
    select t.subject_id as "user", e.amount as bonus, ${dayOfMoment(sql`t.at`)}::text as day,
           exists (select from kyc_records k
                    where k.user_id = t.subject_id and k.position = 0 and ${hasOutcome('k.status', 'granted')}) as "kycApproved",
           exists (select from deposits d
                    where d.user_id = t.subject_id and ${hasOutcome('d.status', 'granted')}) as "depositApproved",
           exists (select from kyc_records k
                     join welcomed_numbers w on w.number_hash = k.number_hash and w.user_id <> k.user_id
                    where k.user_id = t.subject_id and ${hasOutcome('k.status', 'granted')}) as "welcomedElsewhere"
      from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id and e.amount > 0
      left join flexible_accounts f on f.user_id = t.subject_id
     where t.subject = 'user' and t.subject_id ${sql.among(users)} and t.event = 'welcomed'
       and f.bonus_released is not true`
}

/** The facts by which a movement of an Earn account is judged, besides the account itself. */
export type EarnFacts = {
  /** The id that the movement will have. */
  id: number
  number: string
  /** Read without a lock. */
  wallet: Paise
  bonus: BonusFacts | undefined
  /** Whether anybody referred them, active or not. */
  wasReferred: boolean
}

/** The facts about these users, whose accounts the caller has locked. */
export async function gatherEarnFacts(
  tx: Tx,
  users: readonly number[],
): Promise<{ rateOn: (day: string) => Ppm; facts: Map<number, EarnFacts> }> {
  type Row = Omit<EarnFacts, 'bonus'> & { holder: number; rates: [string, string][] }
  const { rows } = await sql<Row & (BonusFacts | { bonus: null })>`
    select u.id as holder, nextval('flexible_movements_id_seq')::integer as id, record_number() as number,
           ${walletOf(sql`u.id`)} as wallet, ${wasReferred(sql`u.id`)} as "wasReferred", unreleased.*,
           (select coalesce(json_agg(json_build_array(day, rate_ppm::text) order by day desc), '[]') from flexible_rates) as rates
      from users u
      left join (${bonusesOf(users)}) as unreleased on unreleased.user = u.id
     where u.id ${sql.among(users)}`.execute(tx)
  const rates = (rows[0]?.rates ?? []).map(([day, rate]) => ({ day, rate_ppm: BigInt(rate) }))
  const facts = rows.map(({ holder, id, number, wallet, wasReferred, ...row }): [number, EarnFacts] => {
    const bonus = row.bonus === null ? undefined : row
    return [holder, { id, number, wallet, wasReferred, bonus }]
  })
  return { rateOn: rateOnDays(rates), facts: new Map(facts) }
}

/** A deposit, a withdrawal or a bonus taken back, and the account after it. */
export type Move = Saved & {
  id: number
  number: string
  type: 'deposit' | 'withdraw' | 'taken_back'
  amount: Paise
  at: Date
}

/** Records movements of different accounts, and saves the accounts after them. */
export async function insertMovements(tx: Tx, moves: readonly Move[]): Promise<void> {
  const columns = {
    integer: ['id', 'user'],
    text: ['number', 'type'],
    bigint: ['amount', 'balance'],
    timestamptz: ['at'],
  }
  const rows = moves.map((move) => ({ ...move, balance: move.after.balance }))
  await sql`
    with ${saved(moves)}
    insert into flexible_movements (id, user_id, number, type, amount, balance_after, created_at) overriding system value
    select * from ${sql.rows('move', columns, rows)}`.execute(tx)
}

/** Users whose funded accounts wait for `firstDay` or a later day before today; `unopened`: one has no Earn state. */
export type WaitingRange = { from: number; to: number; accounts: number; firstDay: string; unopened: boolean }

/** All funded accounts that wait for a business day up to `yesterday`, as ranges of user ids with at most `size` accounts. */
export async function waitingRanges(
  db: Db,
  { yesterday, size }: { yesterday: string; size: number },
): Promise<WaitingRange[]> {
  const { rows } = await sql<WaitingRange>`
    select min(holder) as "from", max(holder) as "to", count(*)::integer as accounts,
           (min(settled_through) + 1)::text as "firstDay", bool_or(settled_through is null) as unopened
      from ledger_accounts
     where kind = 'flexible' and balance > 0 and coalesce(settled_through < ${yesterday}::date, true)
     group by holder / ${size}::integer
     order by 1`.execute(db)
  return rows
}

/**
 * Calculates and posts the interest of one business day for the Earn accounts of a range of users that are settled up
 * to the day before, as the movement `interestPosted` with its calculation. It is one statement, because a million legs
 * a night are too many to carry through the program. The sum is `interestOfDay` of the contract; a test compares the
 * two. Returns, in user order, what was credited to those of `asked`.
 */
export async function postDayOfInterest(
  tx: Tx,
  at: Date,
  posting: { day: string; rate: Ppm; from: number; to: number; asked: readonly number[] },
): Promise<{ user: number; amount: Paise }[]> {
  const { day, rate, from, to, asked } = posting
  const { rows } = await sql<{ user: number; amount: Paise }>`
    select user_id as "user", posted as amount
      from flexible_post_interest(${day}, ${at}, ${rate}, ${from}, ${to}, ${asked}::integer[])`.execute(tx)
  return rows
}

/** The calculation of past days, newest first. */
export async function interestDays(
  db: Db,
  { user, before, limit }: { user: number; before: Date | undefined; limit: number },
): Promise<(Omit<InterestDay, 'day'> & { at: Date })[]> {
  const { rows } = await sql<Omit<InterestDay, 'day'> & { at: Date }>`
    select at, eligible, rate_ppm as rate, posted, carried, balance_after as "balanceAfter"
      from flexible_interest
     where user_id = ${user} and at < ${before ?? sql`'infinity'`}
     order by at desc
     limit ${limit}`.execute(db)
  return rows
}

const POINTS_MAX = 366 // a phone is not wider

/**
 * The account at the end of each business day from `from` to `today`; with null from its first movement, thinned out to
 * every second, third day and so on if there are too many. Goes back from the present, because the interest of a missed
 * day is booked late with its own date.
 */
export async function accountByDay(
  db: Db,
  { user, from, today }: { user: number; from: string | null; today: string },
): Promise<FlexibleDay[]> {
  const { rows } = await sql<FlexibleDay>`
    with account as (
      select a.id, a.balance, a.balance - coalesce(f.paid_in, a.balance) as interest,
             coalesce(${from}::date, least(
               ${addDays(today, -6)}::date,
               (select ${dayOfMoment(sql`min(e.at)`)} from ledger_entries e where e.account_id = a.id))) as first
        from ledger_accounts a
        left join flexible_accounts f on f.user_id = a.holder
       where a.holder = ${user} and a.kind = 'flexible'),
    moved as (
      select ${dayOfMoment(sql`e.at`)} as day, e.amount, 0 as interest
        from account a
        join ledger_entries e on e.account_id = a.id and e.at >= ${startOfDate(sql`a.first + 1`)}
       union all
      select ${dayOfMoment(sql`i.at`)}, 0, i.posted
        from account a
        join flexible_interest i on i.user_id = ${user} and i.at >= ${startOfDate(sql`a.first + 1`)}),
    by_day as (
      select day, sum(amount) as amount, sum(interest) as interest from moved group by day),
    days as (
      select a.first + n as day
        from account a
       cross join generate_series(0, greatest(${today}::date, (select max(day) from by_day)) - a.first) n),
    evenings as (
      select d.day,
             coalesce(sum(m.amount) over later, 0) as amount_since,
             coalesce(sum(m.interest) over later, 0) as interest_since
        from days d
        left join by_day m on m.day = d.day
      window later as (order by d.day desc rows between unbounded preceding and 1 preceding))
    select e.day::text as date, (a.balance - e.amount_since)::bigint as balance,
           (a.interest - e.interest_since)::bigint as interest
      from account a
     cross join evenings e
     where e.day <= ${today}::date
       and (${today}::date - e.day) % ((${today}::date - a.first) / ${POINTS_MAX} + 1) = 0
     order by e.day`.execute(db)
  return rows
}

/** Whether every Earn account that held money on the day has its interest, which is booked with the date of that day. */
export async function isInterestPosted(db: Db | Tx, day: string): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (
             select from ledger_accounts a
              where a.kind = 'flexible' and a.balance > 0 and coalesce(
                      a.settled_through < ${day}::date,
                      -- not begun yet: it waits where money lay in it already
                      exists (select from ledger_entries e
                               where e.account_id = a.id and e.at < ${startOfDay(addDays(day, 1))}))) as waits`.execute(
    db,
  )
  return rows[0]?.waits === false
}
