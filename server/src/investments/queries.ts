import type { PortfolioSummary } from '@bittkosh/contract/portfolio'
import type { Paise, Ppm } from '@bittkosh/contract/money'
import { walletOf } from '../ledger/balances.ts'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

export type InvestmentRow = {
  id: number
  number: string
  user_id: number
  plan_id: number
  name: string
  name_hi: string
  symbol: string
  /** The plan's current icon, as stored. */
  icon_url: string
  amount: Paise
  profit_ppm: Ppm
  profit: Paise
  duration_days: number
  bought_at: Date
  bought_on: string
  matures_on: string
  matures_at: Date
  claimed_at: Date | null
}

export type NewInvestment = Omit<InvestmentRow, 'id' | 'number' | 'claimed_at' | 'icon_url'> & { is_only: boolean }
export type NewlyBought = NewInvestment & Pick<InvestmentRow, 'id' | 'number'>

/**
 * The facts by which a purchase is judged besides its plan, read without a lock, and the record that it will have.
 * `holdsOne`: the user has an unclaimed investment in this plan, perhaps from a time when it permitted several.
 */
type PurchaseFacts = Pick<InvestmentRow, 'id' | 'number'> & { wallet: Paise; holdsOne: boolean }

/** The facts about purchases by different users. */
export async function gatherPurchases(
  tx: Tx,
  asked: readonly { user: number; plan: number }[],
): Promise<Map<number, PurchaseFacts>> {
  const { rows } = await sql<PurchaseFacts & { user: number }>`
    select a.user, nextval('investments_id_seq')::integer as id, record_number() as number,
           ${walletOf(sql`a.user`)} as wallet,
           exists (select from investments i
                    where i.user_id = a.user and i.plan_id = a.plan and i.claimed_at is null) as "holdsOne"
      from ${sql.rows('a', { integer: ['user', 'plan'] }, asked)}`.execute(tx)
  return new Map(rows.map(({ user, ...found }) => [user, found]))
}

/** The statement that records purchases. A concurrent second one of a plan sold once per user breaks `already_invested`. */
export function investmentsMade(made: readonly NewlyBought[]): Sql {
  return sql`
    insert into investments (${sql.names(columns)}) overriding system value
    select * from ${sql.rows('made', columns, made)}`
}

const columns = {
  integer: ['id', 'user_id', 'plan_id', 'duration_days'],
  text: ['number', 'name', 'name_hi', 'symbol'],
  bigint: ['amount', 'profit_ppm', 'profit'],
  boolean: ['is_only'],
  timestamptz: ['bought_at', 'matures_at'],
  date: ['bought_on', 'matures_on'],
} as const

/** The user's own investment, locked until the transaction ends. */
export async function lockInvestment(
  tx: Tx,
  { id, user }: { id: number; user: number },
): Promise<InvestmentRow | undefined> {
  const { rows } = await sql<InvestmentRow>`
    select i.*, p.icon_url
      from investments i
      join plans p on p.id = i.plan_id
     where i.id = ${id} and i.user_id = ${user}
       for no key update of i`.execute(tx)
  return rows[0]
}

/** The statement that marks an investment as claimed. */
export function markedClaimed(at: Date, id: number): Sql {
  return sql`update investments set claimed_at = ${at} where id = ${id} and claimed_at is null`
}

/**
 * A page of a user's investments, newest first; `before` is where the previous page ended. A symbol matches investments
 * bought under it and those of the plan that has it now.
 */
export async function investmentsPage(
  db: Db | Tx,
  {
    user,
    before,
    limit,
    symbol,
    claimedOnly = false,
  }: {
    user: number
    before?: { at: Date; id: number } | undefined
    limit: number
    symbol?: string | undefined
    claimedOnly?: boolean
  },
): Promise<InvestmentRow[]> {
  const { rows } = await sql<InvestmentRow>`
    select i.*, p.icon_url
      from investments i
      join plans p on p.id = i.plan_id
     where i.user_id = ${user}
       ${before ? sql`and (i.bought_at, i.id) < (${before.at}, ${before.id})` : sql``}
       ${symbol === undefined ? sql`` : sql`and lower(${symbol}) in (lower(i.symbol), lower(p.symbol))`}
       ${claimedOnly ? sql`and i.claimed_at is not null` : sql``}
     order by i.bought_at desc, i.id desc
     limit ${limit}`.execute(db)
  return rows
}

/** A user's unclaimed investments, the soonest to mature first. */
export async function unclaimedInvestments(
  db: Db | Tx,
  { user, limit }: { user: number; limit: number },
): Promise<InvestmentRow[]> {
  const { rows } = await sql<InvestmentRow>`
    select i.*, p.icon_url
      from investments i
      join plans p on p.id = i.plan_id
     where i.user_id = ${user} and i.claimed_at is null
     order by i.matures_on, i.id
     limit ${limit}`.execute(db)
  return rows
}

export type Totals = Omit<PortfolioSummary, 'wallet_balance'> & {
  /** Not claimed yet. */
  unclaimed: number
}

/** A user's totals on a business day. Calculates in SQL, for any number of rows, what progressOf calculates for one. */
export async function totalsOf(db: Db | Tx, { user, today }: { user: number; today: string }): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select count(*) filter (where claimed_at is null)::integer as unclaimed,
           coalesce(sum(amount) filter (where claimed_at is null), 0)::bigint as total_invested,
           coalesce(sum(amount + profit * days_passed / duration_days) filter (where claimed_at is null), 0)::bigint
             as total_current_value,
           coalesce(sum(profit) filter (where claimed_at is not null), 0)::bigint as total_historical_profit,
           coalesce(sum((profit * 2 + duration_days) / (duration_days * 2))
             filter (where claimed_at is null and days_passed < duration_days), 0)::bigint as daily_profit
      from (select *, least(duration_days, greatest(0, ${today}::date - bought_on)) as days_passed
              from investments
             where user_id = ${user}) as mine`.execute(db)
  return onlyRow(rows, `totals of user ${user}`)
}

/** Marks matured investments whose user was not notified yet, and returns them. Skips rows locked by another machine. */
export async function takeUnnotified(tx: Tx, at: Date, limit: number): Promise<InvestmentRow[]> {
  const { rows } = await sql<InvestmentRow>`
    update investments i
       set told_at = ${at}
      from plans p
     where p.id = i.plan_id
       and i.id in (select id
                      from investments
                     where matures_at <= ${at} and told_at is null and claimed_at is null
                     order by matures_at
                     limit ${limit}
                       for update skip locked)
    returning i.*, p.icon_url`.execute(tx)
  return rows
}
