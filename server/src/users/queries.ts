import { FOUND_MAX } from '@bittkosh/contract/shapes'
import type { userFilters, UserSort, userStatuses } from '@bittkosh/contract/users'
import type { Paise } from '@bittkosh/contract/money'
import type { Marks } from '@bittkosh/contract/marks'
import { deleteUser, phoneIsProven } from '../auth/actions.ts'
import { isFlagged, marksOf } from '../notes/actions.ts'
import { walletsByBalance } from '../ledger/ranks.ts'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { isUserFound, isUserFoundByRow, keptCounts, type Order, orderBy, type Slice } from '../platform/lists.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { codeOf } from '../platform/start-error.ts'
import { largestOfAll } from '../requests/ownerFacts.ts'
import { hasOutcome } from '../requests/table.ts'

export type UserRecord = {
  id: number
  name: string
  email: string
  phone: string
  role: 'user' | 'admin'
  balance: Paise
  is_active: boolean
  frozen_at: Date | null
  closing_asked_at: Date | null
  referral_code: string
  referred_by: string | null
  referrer_email: string | null
  created_at: Date
  updated_at: Date | null
  marks: Marks
}

const columns = sql`u.id, u.name, u.email, u.phone, u.role, u.is_active, u.frozen_at, u.closing_asked_at, u.referral_code, u.created_at, u.updated_at,
           ${marksOf({ kind: 'user', id: 'u.id', user: 'u.id' })}, r.name as referred_by, r.email as referrer_email, a.balance
      from users u
      join ledger_accounts a on a.holder = u.id and a.kind = 'wallet'
      left join users r on r.id = u.referred_by`

export async function userById(db: Db | Tx, id: number): Promise<UserRecord | undefined> {
  const { rows } = await sql<UserRecord>`select ${columns} where u.id = ${id} and u.closed_at is null`.execute(db)
  return rows[0]
}

/** The same, with the user's row and wallet locked until the transaction ends. */
export async function lockUser(tx: Tx, id: number): Promise<UserRecord | undefined> {
  await sql`select from users where id = ${id} for update`.execute(tx)
  await sql`select from ledger_accounts where holder = ${id} and kind = 'wallet' for no key update`.execute(tx)
  return userById(tx, id)
}

export type UserFilter = {
  search: string | undefined
  status: (typeof userStatuses)[number] | undefined
  role: 'user' | 'admin' | undefined
  only?: (typeof userFilters)[number] | undefined
}

/** `areMany`: a search matches more users than it counts, so a page of them is soon full in the order of the list. */
type Found = UserFilter & { areMany?: boolean }

const orders: Record<UserSort, Order> = {
  newest: [['u.id', 'desc']],
  oldest: [['u.id', 'asc']],
  name: [
    ['u.name', 'asc'],
    ['u.id', 'asc'],
  ],
  balance: [
    ['a.balance', 'desc'],
    ['a.user_id', 'desc'],
  ],
}

/** A page: its ids through an index first, at any depth, then the columns to show. */
export async function usersPage(db: Db, page: Found & Slice & { sort: UserSort }): Promise<UserRecord[]> {
  const { rows } = await sql<UserRecord>`
    select ${columns}
     where u.id = any (array(
             select ${page.sort === 'balance' ? sql`a.user_id` : sql`u.id`}
               from ${page.sort === 'balance' ? byBalance(page) : sql`users u where ${matching(page)}`}
              order by ${orderBy(orders[page.sort], page.backwards)}
             offset ${page.offset} limit ${page.limit}))
     order by ${orderBy(orders[page.sort])}`.execute(db)
  return rows
}

/**
 * For a search of few or a filter, the wallets of the matches; otherwise all in their order. To leave out closed accounts,
 * each is looked up among the closed ones: a join with the open ones would sort all wallets again.
 */
function byBalance(page: Found & Slice): Sql<unknown> {
  const wallets = walletsByBalance(page.backwards ? 'asc' : 'desc')
  if ((page.search && !page.areMany) || page.only)
    return sql`users u join ledger_accounts a on a.holder = u.id and a.kind = 'wallet' where ${matching(page)}`
  if (page.search || page.status || page.role)
    return sql`users u join ${wallets} as a on a.user_id = u.id where ${matching(page)}`
  return sql`${wallets} as a where (select id from users where id = a.user_id and closed_at is not null) is null`
}

export type ExportedUser = Omit<UserRecord, 'referrer_email'> & { kyc_status: string | null }

/** All users that match a filter, for reading in batches. */
export function exportedUsers({ sort, ...filter }: UserFilter & { sort: UserSort }): Sql<ExportedUser> {
  return sql<ExportedUser>`
    select (select status from kyc_records k where k.user_id = u.id order by k.position limit 1) as kyc_status,
           ${columns}
     where ${matching(filter)}
     order by ${orderBy(orders[sort])}`
}

/** How many active and inactive users there are, or match a search. */
export async function countUsers(
  db: Db,
  { search, role, only }: Omit<UserFilter, 'status'>,
): Promise<{ active: number; inactive: number }> {
  if (search || only) {
    const count = (status: (typeof userStatuses)[number], areMany = false) => sql`
      (select count(*)::integer
         from (select from users u where ${matching({ search, role, only, status, areMany })} limit ${FOUND_MAX}) as found)`
    // If many are active, their entries in the index of texts are not read a second time: inactive users' rows are fewer.
    const { rows } = await sql<{ active: number; inactive: number }>`
      with found as materialized (select ${count('active')} as active)
      select active, case when active < ${FOUND_MAX} then ${count('inactive')} else ${count('inactive', true)} end as inactive
        from found`.execute(db)
    return onlyRow(rows, 'users found')
  }
  const kept = await keptCounts(db, 'users')
  const roles = role ? [role] : ['user', 'admin']
  const sum = (status: string) => roles.reduce((all, one) => all + (kept.get(`${one} ${status}`) ?? 0), 0)
  return { active: sum('active'), inactive: sum('inactive') }
}

// Status and role are literals, so that even a cached plan takes into account that nearly all are active users.
function matching({ search, status, role, only, areMany }: Found): Sql<unknown> {
  const conditions = [
    sql`u.closed_at is null`,
    ...(status ? [status === 'active' ? sql`u.is_active` : sql`not u.is_active`] : []),
    ...(role ? [sql`u.role = ${sql.lit(role)}`] : []),
    ...(only === 'frozen' ? [sql`u.frozen_at is not null`] : []),
    ...(only === 'closing' ? [sql`u.closing_asked_at is not null`] : []),
    ...(only === 'flagged' ? [isFlagged({ kind: 'user', id: 'u.id', user: 'u.id' })] : []),
    ...(search ? [areMany ? isUserFoundByRow(search) : isUserFound(search)] : []),
  ]
  return sql.join(conditions, sql` and `)
}

export async function insertAdjustment(
  tx: Tx,
  adjustment: { user: number; change: Paise; reason: string | null; admin: number; at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into balance_adjustments (user_id, change, reason, admin_id, created_at)
    values (${adjustment.user}, ${adjustment.change}, ${adjustment.reason}, ${adjustment.admin}, ${adjustment.at})
    returning id`.execute(tx)
  return onlyRow(rows, 'an adjustment').id
}

/** Removes a user to whom no record refers; false if one does, and then nothing has changed. */
export async function removeUnused(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.holder = ${id} limit 1`.execute(
    tx,
  )
  if (rows.length > 0) return false
  await sql`savepoint removal`.execute(tx)
  try {
    await sql`delete from ledger_accounts where holder = ${id}`.execute(tx)
    await deleteUser(tx, id)
    await sql`release savepoint removal`.execute(tx)
    return true
  } catch (error) {
    if (codeOf(error) !== '23503') throw error // foreign_key_violation
    await sql`rollback to savepoint removal`.execute(tx)
    return false
  }
}

/** The accounts whose owners asked for their closing before a moment, the earliest first; those that are frozen wait. */
export async function askedToCloseBefore(db: Db, moment: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users
     where closing_asked_at < ${moment} and closed_at is null and frozen_at is null
     order by closing_asked_at, id`.execute(db)
  return rows.map(({ id }) => id)
}

/** What still prevents closing an account: money in any of its accounts, or undecided requests. */
export async function openBusiness(tx: Tx, id: number): Promise<{ holdsMoney: boolean; pendingRequests: boolean }> {
  const { rows } = await sql<{ holdsMoney: boolean; pendingRequests: boolean }>`
    select exists (select from ledger_accounts where holder = ${id} and balance <> 0) as "holdsMoney",
           exists (select from deposits where user_id = ${id} and ${hasOutcome('status', 'waits')})
           or exists (select from withdrawals where user_id = ${id} and ${hasOutcome('status', 'waits')})
           or exists (select from kyc_records where user_id = ${id} and ${hasOutcome('status', 'waits')}) as "pendingRequests"`.execute(
    tx,
  )
  return onlyRow(rows, `business of user ${id}`)
}

/**
 * Whether an account has anything of its own: money other than the welcome bonus and its interest, a waiting request,
 * or an approved identity record.
 */
export async function hasOwnStake(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select
     where exists (select from ledger_accounts where holder = ${id} and kind <> 'flexible' and balance <> 0)
        or exists (select from flexible_movements where user_id = ${id})
        or exists (select from deposits where user_id = ${id} and ${hasOutcome('status', 'waits')})
        or exists (select from withdrawals where user_id = ${id} and ${hasOutcome('status', 'waits')})
        or exists (select from kyc_records where user_id = ${id} and ${hasOutcome('status', 'waits', 'granted')})`.execute(
    tx,
  )
  return rows.length > 0
}

export type Sums = {
  total_deposits: Paise
  total_withdrawals: Paise
  pending_deposits: Paise
  pending_withdrawals: Paise
  crypto_invested: Paise
  crypto_active: number
  crypto_profit: Paise
  flexible_balance: Paise
  flexible_profit: Paise
  referred: number
  referred_active: number
  rewards: Paise
  shares: Paise
}

/** Every total of the details page in one statement. Deposits count the approved amount, or the requested one if pending. */
export async function sumsOf(db: Db, id: number, at: Date): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select (select coalesce(sum(approved_amount), 0)::bigint from deposits where user_id = ${id} and ${hasOutcome('status', 'granted')}) as total_deposits,
           (select coalesce(sum(requested_amount), 0)::bigint from deposits where user_id = ${id} and ${hasOutcome('status', 'waits')}) as pending_deposits,
           (select coalesce(sum(amount), 0)::bigint from withdrawals where user_id = ${id} and ${hasOutcome('status', 'granted')}) as total_withdrawals,
           (select coalesce(sum(amount), 0)::bigint from withdrawals where user_id = ${id} and ${hasOutcome('status', 'waits')}) as pending_withdrawals,
           (select coalesce(sum(amount), 0)::bigint from investments where user_id = ${id}) as crypto_invested,
           (select count(*)::integer from investments where user_id = ${id} and claimed_at is null and matures_at > ${at}) as crypto_active,
           (select coalesce(sum(profit), 0)::bigint from investments where user_id = ${id} and claimed_at is not null) as crypto_profit,
           (select balance from ledger_accounts where holder = ${id} and kind = 'flexible') as flexible_balance,
           (select coalesce(max(a.balance - f.paid_in), 0)::bigint
              from flexible_accounts f join ledger_accounts a on a.holder = f.user_id and a.kind = 'flexible'
             where f.user_id = ${id}) as flexible_profit,
           (select count(*)::integer from users where referred_by = ${id}) as referred,
           (select count(*)::integer from users where referred_by = ${id} and is_active) as referred_active,
           (select coalesce(sum(amount), 0)::bigint from referral_rewards where referrer_id = ${id}) as rewards,
           (select coalesce(sum(posted), 0)::bigint from referral_shares where referrer_id = ${id}) as shares`.execute(
    db,
  )
  return onlyRow(rows, `sums of user ${id}`)
}

export type Standing = {
  email_verified: boolean
  phone_verified: boolean
  money_paused_until: Date | null
  last_sign_in_at: Date | null
  largest_deposit: Paise | null
  largest_withdrawal: Paise | null
  /** The largest of both kinds. */
  largest: Paise | null
  rejected_requests: number
  linked: { id: number; name: string }[]
}

/** Limits of the account, and what to know about the person before their money moves. */
export async function standingOf(
  db: Db,
  id: number,
  { at, config }: { at: Date; config: { smsUrl: string | null } },
): Promise<Standing> {
  const others = (table: Sql<unknown>, column: Sql<unknown>) => sql`
    select theirs.user_id from ${table} as mine join ${table} as theirs on theirs.${column} = mine.${column}
     where mine.user_id = ${id} and theirs.user_id <> ${id}`
  const { rows } = await sql<Standing>`
    select u.email_verified_at is not null as email_verified, ${phoneIsProven(config)} as phone_verified,
           case when u.money_paused_until > ${at} then u.money_paused_until end as money_paused_until,
           (select max(last_seen_at) from user_devices where user_id = u.id) as last_sign_in_at,
           (select max(approved_amount) from deposits where user_id = u.id and ${hasOutcome('status', 'granted')}) as largest_deposit,
           (select max(amount) from withdrawals where user_id = u.id and ${hasOutcome('status', 'granted')}) as largest_withdrawal,
           ${largestOfAll(sql`u.id`)} as largest,
           (select count(*) from deposits where user_id = u.id and status = 'rejected')::integer
             + (select count(*) from withdrawals where user_id = u.id and status = 'rejected')::integer as rejected_requests,
           (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name) order by l.id), '[]')
              from (select l.id, l.name
                      from users l
                     where l.id in (${others(sql`id_numbers`, sql`number_hash`)}
                                    union ${others(sql`withdrawals`, sql`payee`)}
                                    union ${others(sql`user_devices`, sql`device_hash`)})
                       and l.closed_at is null
                     order by l.id limit 10) as l) as linked
      from users u
     where u.id = ${id}`.execute(db)
  return onlyRow(rows, `standing of user ${id}`)
}

export async function investmentsOf(db: Db, id: number, at: Date) {
  const { rows } = await sql<{
    cryptocurrency: string
    amount: Paise
    investment_date: Date
    maturity_date: Date
    profit_earned: Paise
    status: 'active' | 'matured' | 'withdrawn'
  }>`
    select name as cryptocurrency, amount, bought_at as investment_date, matures_at as maturity_date,
           case when claimed_at is null then 0::bigint else profit end as profit_earned,
           case when claimed_at is not null then 'withdrawn' when matures_at <= ${at} then 'matured' else 'active' end as status
      from investments
     where user_id = ${id}
     order by bought_at desc, id desc
     limit 100`.execute(db)
  return rows
}

export async function referredBy(db: Db, id: number) {
  const { rows } = await sql<{ id: number; name: string; email: string }>`
    select id, name, coalesce(email, '') as email
      from users where referred_by = ${id} order by id desc limit 100`.execute(db)
  return rows
}

export async function referralIncomes(db: Db, id: number) {
  const { rows } = await sql<{
    referred_user: string
    created_at: Date
    reward_amount: Paise
    investment_type: string
  }>`
    select u.name as referred_user, i.created_at, i.amount as reward_amount, i.kind as investment_type
      from (select referred_id, created_at, amount, 'reward' as kind from referral_rewards where referrer_id = ${id}
            union all
            select referred_id, created_at, posted, case subject when 'investment' then 'crypto' else 'flexible' end
              from referral_shares where referrer_id = ${id} and posted > 0) as i
      join users u on u.id = i.referred_id
     order by i.created_at desc
     limit 100`.execute(db)
  return rows
}

/** The person's data before their account closes. */
export async function detailsOf(
  tx: Tx,
  id: number,
): Promise<{ name: string; email: string; phone: string; role: 'user' | 'admin' }> {
  const { rows } = await sql<{ name: string; email: string; phone: string; role: 'user' | 'admin' }>`
    select name, email, phone, role from users where id = ${id} and closed_at is null`.execute(tx)
  return onlyRow(rows, `user ${id}, who is not closed,`)
}

/** Those of a user's current and former contacts that no other account has by now. */
export async function heldByNobodyElse(tx: Tx, user: number, contacts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ contact: string }>`
    select c.contact
      from unnest(${contacts}::text[]) as c (contact)
     where not exists (select from users where email = c.contact and id <> ${user})
       and not exists (select from users where phone = c.contact and id <> ${user})`.execute(tx)
  return rows.map(({ contact }) => contact)
}

export async function eraseReasons(tx: Tx, user: number): Promise<void> {
  await sql`update balance_adjustments set reason = null where user_id = ${user} and reason is not null`.execute(tx)
}

/** Whether there is such an account, open or closed. */
export async function isKnown(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${id}`.execute(db)
  return rows.length > 0
}

/** When an account was closed; undefined if it is open or does not exist. */
export async function closedSince(db: Db, id: number): Promise<Date | undefined> {
  const { rows } = await sql<{ closed_at: Date }>`
    select closed_at from users where id = ${id} and closed_at is not null`.execute(db)
  return rows[0]?.closed_at
}
