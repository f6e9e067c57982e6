import type { ReferredUser } from '@bittkosh/contract/referrals'
import type { Paise, Ppm } from '@bittkosh/contract/money'
import { comingIn, isReversed } from '../ledger/kinds.ts'
import type { ProfitSource } from '../ledger/movements.ts'
import { areLinked } from '../audit/actions.ts'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { hasOutcome } from '../requests/table.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

/** Users who registered with this user's code, newest first, older than id `before`. */
export async function referredUsers(
  db: Db,
  { referrer, before, limit }: { referrer: number; before: number | undefined; limit: number },
): Promise<ReferredUser[]> {
  const { rows } = await sql<ReferredUser>`
    select id, name, created_at as joined_at
      from users
     where referred_by = ${referrer} ${before === undefined ? sql`` : sql`and id < ${before}`}
     order by id desc
     limit ${limit}`.execute(db)
  return rows
}

/**
 * The active referrers of these users; users without one, or whose referrer is linked to them, are left out. Only an
 * active user's wallet earns: this waits for a deactivation in progress, and keeps active ones active until the
 * transaction ends. Reads the range of the ids: a nightly batch is nearly all of it, and separate look-ups would cost
 * twice as much.
 */
export async function activeReferrers(tx: Tx, users: readonly number[]): Promise<Map<number, number>> {
  const asked = new Set(users)
  const first = users.reduce((least, user) => Math.min(least, user), Number.POSITIVE_INFINITY)
  const last = users.reduce((most, user) => Math.max(most, user), 0)
  const { rows } = await sql<{ id: number; referrer: number }>`
    select u.id, r.id as referrer
      from users u
      join users r on r.id = u.referred_by
     where u.id between ${first} and ${last} and u.referred_by is not null
       and r.role = 'user' and r.is_active and r.closed_at is null
       and not ${areLinked(sql`u.id`, sql`r.id`)}
       for key share of r`.execute(tx)
  return new Map(rows.filter((row) => asked.has(row.id)).map((row) => [row.id, row.referrer]))
}

/** Whether a user registered with a code, which never changes; for a statement that gathers the facts of a use case. */
export function wasReferred(user: Sql): Sql {
  return sql`exists (select from users where id = ${user} and referred_by is not null)`
}

/** The referred users in this range of ids. */
export async function referredBetween(tx: Tx, { from, to }: { from: number; to: number }): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users where id between ${from} and ${to} and referred_by is not null`.execute(tx)
  return rows.map((row) => row.id)
}

/** The fractions carried from these users' last shares, locked in id order until the transaction ends. */
export async function lockCarried(tx: Tx, referred: readonly number[]): Promise<Map<number, bigint>> {
  await sql`
    insert into referrals (referred_id)
    select id from unnest(${referred}::integer[]) as asked (id) order by id
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ referred_id: number; carried: bigint }>`
    select referred_id, carried
      from referrals
     where referred_id = any (${referred}::integer[])
     order by referred_id
       for no key update`.execute(tx)
  return new Map(rows.map((row) => [row.referred_id, row.carried]))
}

/** Which of these sources, all plans or all interest, have already paid. */
export async function paidSources(
  tx: Tx,
  sources: readonly ProfitSource[],
): Promise<(source: ProfitSource) => boolean> {
  const days = [...new Set(sources.flatMap(({ day }) => day ?? []))]
  // By users and by days separately, which may find too many: a night has one day, an account that is behind one user.
  const { rows } = await sql<{ subject: string; subject_id: number; day: string | null }>`
    select subject, subject_id, day
      from referral_shares
     where subject_id = any (${sources.map(({ subjectId }) => subjectId)}::integer[])
       and subject = ${sources[0]?.subject}
       and ${days.length > 0 ? sql`day = any (${days}::date[])` : sql`day is null`}`.execute(tx)
  const keyOf = ({ subject, subjectId, day }: ProfitSource) => `${subject} ${subjectId} ${day ?? ''}`
  const paid = new Set(rows.map(({ subject, subject_id: id, day }) => `${subject} ${id} ${day ?? ''}`))
  return (source) => paid.has(keyOf(source))
}

export type Share = {
  referred: number
  referrer: number
  source: ProfitSource
  profit: Paise
  rate: Ppm
  posted: Paise
  carried: bigint
}

/**
 * Writes shares, which the movement `paidAs` will pay, and carries their fractions on; a user's last share in the list
 * decides. Returns whom to notify, in id order: a sum still below `notifyFrom` for a referred user waits for the next
 * share.
 */
export async function insertShares(
  tx: Tx,
  at: Date,
  { shares, paidAs, notifyFrom }: { shares: readonly Share[]; paidAs: ProfitSource; notifyFrom: Paise },
): Promise<number[]> {
  const { rows } = await sql<{ referrer: number }>`
    with made as (
      insert into referral_shares (referred_id, referrer_id, subject, subject_id, day, paid_subject_id, paid_day,
                                   profit, rate_ppm, posted, carried, created_at)
      select referred, referrer, ${paidAs.subject}, subject_id, day, ${paidAs.subjectId}::integer, ${paidAs.day ?? null}::date,
             profit, rate, posted, carried, ${at}
        from unnest(
               ${shares.map((share) => share.referred)}::integer[],
               ${shares.map((share) => share.referrer)}::integer[],
               ${shares.map((share) => share.source.subjectId)}::integer[],
               ${shares.map((share) => share.source.day ?? null)}::date[],
               ${shares.map((share) => share.profit)}::bigint[],
               ${shares.map((share) => share.rate)}::bigint[],
               ${shares.map((share) => share.posted)}::bigint[],
               ${shares.map((share) => share.carried)}::bigint[])
             with ordinality as s (referred, referrer, subject_id, day, profit, rate, posted, carried, n)
       order by n
      returning id, referred_id, referrer_id, posted, carried),
    earned as (
      select made.referred_id, made.referrer_id, sum(made.posted)::bigint as posted,
             (array_agg(made.carried order by made.id desc))[1] as carried,
             r.untold + sum(made.posted)::bigint as untold
        from made
        join referrals r using (referred_id)
       group by made.referred_id, made.referrer_id, r.untold),
    kept as (
      update referrals r
         set carried = e.carried,
             shares_total = shares_total + e.posted,
             untold = case when e.untold < ${notifyFrom} then e.untold else 0 end
        from earned e
       where r.referred_id = e.referred_id)
    select distinct referrer_id as referrer from earned where untold >= ${notifyFrom} order by referrer_id`.execute(tx)
  return rows.map((row) => row.referrer)
}

/** The total shares of these referrers in a period, in id order. */
export async function sharesBetween(
  tx: Tx,
  { referrers, from, until }: { referrers: readonly number[]; from: Date; until: Date },
): Promise<{ user: number; amount: Paise }[]> {
  const { rows } = await sql<{ user: number; amount: Paise }>`
    select referrer_id as user, sum(posted)::bigint as amount
      from referral_shares
     where referrer_id = any (${referrers}::integer[]) and created_at >= ${from} and created_at < ${until}
     group by referrer_id
     order by referrer_id`.execute(tx)
  return rows
}

/**
 * A user's own money according to the ledger: all approved deposits and packages, and what went from the wallet into
 * Earn after the first of them. A reversed one does not count.
 */
export async function ownMoney(tx: Tx, user: number): Promise<{ deposited: Paise; movedToEarn: Paise }> {
  const { rows } = await sql<{ deposited: Paise; movedToEarn: Paise }>`
    with received as (
      select coalesce(sum(e.amount), 0)::bigint as deposited, min(e.id) as first_entry
        from ledger_accounts a
        join ledger_entries e on e.account_id = a.id
        join ledger_transfers t on t.id = e.transfer_id and t.kind = any (${comingIn}::text[])
       where not ${isReversed}
         and a.holder = ${user} and a.kind = 'wallet')
    select received.deposited,
           (select coalesce(sum(e.amount), 0)::bigint
              from ledger_accounts a
              join ledger_entries e on e.account_id = a.id and e.id > received.first_entry
              join ledger_transfers t on t.id = e.transfer_id and t.kind = 'flexible_deposit'
             where a.holder = ${user} and a.kind = 'flexible') as "movedToEarn"
      from received`.execute(tx)
  return onlyRow(rows, `own money of user ${user}`)
}

const REWARD_LOCK = 7_302_060

/** Serialises decisions about the reward for this user until the transaction ends: each sees what the previous one wrote. */
export async function lockReward(tx: Tx, referred: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${REWARD_LOCK}, ${referred})`.execute(tx)
}

/** Binds the reward for the user's approved ID numbers to this account for ever; false if another account had it. */
export async function claimNumbers(tx: Tx, referred: number): Promise<boolean> {
  await sql`
    insert into rewarded_numbers (number_hash, referred_id)
    select number_hash, user_id from kyc_records
     where user_id = ${referred} and ${hasOutcome('status', 'granted')}
    on conflict do nothing`.execute(tx)
  const { rows } = await sql`
    select
      from kyc_records k
      join rewarded_numbers n on n.number_hash = k.number_hash and n.referred_id <> k.user_id
     where k.user_id = ${referred} and ${hasOutcome('k.status', 'granted')}`.execute(tx)
  return rows.length === 0
}

export async function rewardPaid(tx: Tx, referred: number): Promise<boolean> {
  const { rows } = await sql`select from referral_rewards where referred_id = ${referred}`.execute(tx)
  return rows.length > 0
}

/** Writes the reward; false if it was already written. */
export async function insertReward(
  tx: Tx,
  at: Date,
  reward: { referred: number; referrer: number; amount: Paise },
): Promise<boolean> {
  const { rows } = await sql`
    insert into referral_rewards (referred_id, referrer_id, amount, created_at)
    values (${reward.referred}, ${reward.referrer}, ${reward.amount}, ${at})
    on conflict on constraint referral_rewards_once do nothing
    returning id`.execute(tx)
  return rows.length > 0
}
