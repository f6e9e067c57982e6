import { type EarnState, type InterestDay } from '@bittkosh/contract/flexible'
import { type Paise, paise, parseDecimal, type Ppm, ppm } from '@bittkosh/contract/money'
import { settingsTable } from '@bittkosh/contract/settings'
import { addDays, startOfDay } from '@bittkosh/contract/time'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { wasReferred } from '../referrals/actions.ts'
import { hasOutcome } from '../requests/table.ts'
import type { BonusFacts } from './rules.ts'

export type EarnAccount = EarnState & { principal: Paise; profitTotal: Paise }

/** The last millisecond of a business day: the moment that its interest is dated. */
export function endOfDay(day: string): Date {
  return new Date(startOfDay(addDays(day, 1)).getTime() - 1)
}

/** The rate of each business day: the last one that began on or before it, or what the product ships with. */
export async function readRates(db: Db | Tx): Promise<(day: string) => Ppm> {
  const { rows } = await sql<Rate>`select day, rate_ppm from flexible_rates order by day desc`.execute(db)
  return rateOnDays(rows)
}

type Rate = { day: string; rate_ppm: bigint }

/** `rows` come latest first. */
function rateOnDays(rows: readonly Rate[]): (day: string) => Ppm {
  return (day) => {
    const rate = rows.find((row) => row.day <= day)?.rate_ppm ?? parseDecimal(shippedRate, 4)
    if (rate === null) throw new Error(`the program ships with a rate of ${shippedRate}`)
    return ppm(rate)
  }
}

const shippedRate = settingsTable.flexible_daily_profit_percentage.default

// An account that has not begun: the welcome bonus has opened it in the ledger, or nothing has yet.
const fromLedger = sql`
  select a.user_id, a.balance as principal,
         case when first.kind = 'welcome_bonus' then first.amount else 0 end as bonus,
         coalesce(first.day, ${sql.raw("'-infinity'::date")}) as low_day
    from ledger_accounts a
    left join lateral (
           select e.amount, t.kind, (e.at at time zone 'Asia/Kolkata')::date as day
             from ledger_entries e
             join ledger_transfers t on t.id = e.transfer_id
            where e.account_id = a.id
            order by e.id
            limit 1) as first on true
   where a.kind = 'flexible' and a.settled_through is null`

/** Begins the Earn account of this user, or of everyone whose ledger account holds money. */
export async function openAccounts(tx: Db | Tx, only: { user: number; today: string } | 'funded'): Promise<void> {
  const which = only === 'funded' ? sql`a.balance > 0` : sql`a.user_id = ${only.user}`
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

/** An Earn account, locked with its balance until the transaction ends; opened where the user has none yet. */
export async function lockAccount(tx: Tx, user: number, today: string): Promise<EarnAccount> {
  const account = await selectAccount(tx, user, sql`for no key update of f, a`)
  if (account) return account
  await openAccounts(tx, { user, today })
  const opened = await selectAccount(tx, user, sql`for no key update of f, a`)
  if (!opened) throw new Error(`user ${user} has no Earn account`)
  return opened
}

/** An Earn account as it stands; what it would be opened as where its row is still missing. */
export async function readAccount(db: Db, user: number, today: string): Promise<EarnAccount> {
  const account = await selectAccount(db, user, sql``)
  if (account) return account
  const { rows } = await sql<AccountRow>`
    select principal, principal as paid_in, 0::bigint as carried, principal as balance,
           (low_day - 1)::text as settled_through, low_day::text, 0::bigint as low
      from (select user_id, principal,
                   case when low_day = '-infinity' then ${today}::date else low_day end as low_day
              from (${fromLedger} and a.user_id = ${user}) as opening) as opening`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`user ${user} has no Earn account`)
  return fromRow(row)
}

type AccountRow = {
  principal: bigint
  paid_in: bigint
  carried: bigint
  settled_through: string
  low_day: string
  low: bigint
  balance: bigint
}

async function selectAccount(db: Db | Tx, user: number, lock: Sql<unknown>): Promise<EarnAccount | undefined> {
  const { rows } = await sql<AccountRow>`
    select f.principal, f.paid_in, a.interest_due % 1000000 as carried, a.settled_through, a.low_day, a.low, a.balance
      from flexible_accounts f
      join ledger_accounts a on a.holder = f.user_id and a.kind = 'flexible'
     where f.user_id = ${user}
     ${lock}`.execute(db)
  return rows[0] && fromRow(rows[0])
}

function fromRow(row: AccountRow): EarnAccount {
  return {
    balance: paise(row.balance),
    carried: row.carried,
    settledThrough: row.settled_through,
    lowDay: row.low_day,
    low: paise(row.low),
    principal: paise(row.principal),
    profitTotal: paise(row.balance - row.paid_in),
  }
}

/** Writes the working of days that one account was behind. */
export async function insertDays(tx: Tx, user: number, days: readonly InterestDay[]): Promise<void> {
  if (days.length === 0) return
  await sql`
    insert into flexible_interest (user_id, at, eligible, rate_ppm, posted, carried, balance_after)
    select ${user}, at, eligible, rate, posted, carried, balance_after
      from unnest(
             ${days.map((day) => endOfDay(day.day))}::timestamptz[],
             ${days.map((day) => day.eligible)}::bigint[],
             ${days.map((day) => day.rate)}::bigint[],
             ${days.map((day) => day.posted)}::bigint[],
             ${days.map((day) => day.carried)}::bigint[],
             ${days.map((day) => day.balanceAfter)}::bigint[])
           as d (at, eligible, rate, posted, carried, balance_after)`.execute(tx)
}

/** Keeps the state of an account that the caller has locked; its balance is for the ledger to change. */
export async function saveAccount(tx: Tx, user: number, account: EarnAccount): Promise<void> {
  await sql`
    with state as (${stateSaved(user, account)}) ${accountSaved(user, account)}`.execute(tx)
}

const stateSaved = (user: number, account: EarnAccount) => sql`
  update ledger_accounts
     set settled_through = ${account.settledThrough}, low_day = ${account.lowDay}, low = ${account.low},
         interest_due = ${account.carried}
   where holder = ${user} and kind = 'flexible'`

const accountSaved = (user: number, account: EarnAccount) => sql`
  update flexible_accounts
     set principal = ${account.principal}, paid_in = ${account.balance - account.profitTotal}
   where user_id = ${user}`

/** The welcome bonuses of these users that are there and never began to leave, with what decides whether they may. */
export async function unreleasedBonuses(db: Db | Tx, users: readonly number[]): Promise<Map<number, BonusFacts>> {
  const { rows } = await bonusesOf(users).execute(db)
  return new Map(rows.map(({ user, ...facts }) => [user, facts]))
}

function bonusesOf(users: readonly number[]): Sql<BonusFacts & { user: number }> {
  return sql`
    select t.subject_id as "user", e.amount as bonus, (t.at at time zone 'Asia/Kolkata')::date::text as day,
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
     where t.subject = 'user' and t.subject_id = any (${users}::integer[]) and t.event = 'welcomed'
       and f.bonus_released is not true`
}

type EarnFacts = { rateOn: (day: string) => Ppm; bonus: BonusFacts | undefined; wasReferred: boolean }

/** What a movement of an Earn account is judged by, besides the account itself, which the caller has locked. */
export async function gatherEarnFacts(tx: Tx, user: number): Promise<EarnFacts> {
  const { rows } = await sql<{ rates: [string, string][]; was_referred: boolean } & (BonusFacts | { bonus: null })>`
    select (select coalesce(json_agg(json_build_array(day, rate_ppm::text) order by day desc), '[]') from flexible_rates) as rates,
           ${wasReferred(user)} as was_referred, unreleased.*
      from (select) as one
      left join (${bonusesOf([user])}) as unreleased on true`.execute(tx)
  const { rates, was_referred, ...bonus } = onlyRow(rows, `what decides for the Earn account of user ${user}`)
  return {
    rateOn: rateOnDays(rates.map(([day, rate]) => ({ day, rate_ppm: BigInt(rate) }))),
    bonus: bonus.bonus === null ? undefined : bonus,
    wasReferred: was_referred,
  }
}

/** Notes that some of the welcome bonus has left, lawfully or taken back: nothing is locked any more. */
export async function releaseBonus(tx: Tx, user: number): Promise<void> {
  await sql`update flexible_accounts set bonus_released = true where user_id = ${user}`.execute(tx)
}

type NewMovement = {
  user: number
  type: 'deposit' | 'withdraw' | 'taken_back'
  amount: Paise
  balanceAfter: Paise
  at: Date
}

/** Records a deposit, a withdrawal or what was taken back, and the state of the account after it, as `saveAccount`; returns its id. */
export async function insertMovement(
  tx: Tx,
  movement: NewMovement,
  after: EarnAccount,
): Promise<{ id: number; number: string }> {
  const { rows } = await sql<{ id: number; number: string }>`
    with state as (${stateSaved(movement.user, after)}), account as (${accountSaved(movement.user, after)})
    insert into flexible_movements (user_id, type, amount, balance_after, created_at)
    values (${movement.user}, ${movement.type}, ${movement.amount}, ${movement.balanceAfter}, ${movement.at})
    returning id, number`.execute(tx)
  return onlyRow(rows, 'a movement of Earn')
}

/** Users whose funded accounts wait for `firstDay` or a later day before today; `unopened` when one has not begun. */
export type WaitingRange = { from: number; to: number; accounts: number; firstDay: string; unopened: boolean }

/** Every funded account that waits for a business day up to `yesterday`, in ranges of user ids of at most `size` accounts. */
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
 * Works out and posts the interest of one business day for the Earn accounts of a range of users that stand exactly
 * before it, as the movement `interestPosted` with its working: in one statement, as a million legs a night are too
 * many to carry through the program. The sum is `interestOfDay` of the contract; a test compares the two.
 * Returns, in user order, what was credited to those of `asked`.
 */
export async function postDayOfInterest(
  tx: Tx,
  at: Date,
  posting: { day: string; rate: Ppm; from: number; to: number; asked: readonly number[] },
): Promise<{ user: number; amount: Paise }[]> {
  const { day, rate, from, to, asked } = posting
  const { rows } = await sql<{ user_id: number; posted: bigint }>`
    select user_id, posted
      from flexible_post_interest(${day}, ${at}, ${rate}, ${from}, ${to}, ${asked}::integer[])`.execute(tx)
  return rows.map((row) => ({ user: row.user_id, amount: paise(row.posted) }))
}

/** The working of past days, newest first. */
export async function interestDays(
  db: Db,
  { user, before, limit }: { user: number; before: Date | undefined; limit: number },
): Promise<(Omit<InterestDay, 'day'> & { at: Date })[]> {
  const { rows } = await sql<{
    at: Date
    eligible: bigint
    rate_ppm: bigint
    posted: bigint
    carried: bigint
    balance_after: bigint
  }>`
    select at, eligible, rate_ppm, posted, carried, balance_after
      from flexible_interest
     where user_id = ${user} and at < ${before ?? sql`'infinity'`}
     order by at desc
     limit ${limit}`.execute(db)
  return rows.map((row) => ({
    at: row.at,
    eligible: paise(row.eligible),
    rate: ppm(row.rate_ppm),
    posted: paise(row.posted),
    carried: row.carried,
    balanceAfter: paise(row.balance_after),
  }))
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
