import type { ReferredUser } from '@bittkosh/contract/referrals'
import { type Paise, paise, type Ppm } from '@bittkosh/contract/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database.ts'

/** Users who registered with this user's code, newest first, older than id `before`. */
export async function referredUsers(
  db: Db,
  { referrer, before, limit }: { referrer: number; before: number | undefined; limit: number },
): Promise<ReferredUser[]> {
  const { rows } = await sql<ReferredUser>`
    select id, name, created_at as joined_at
      from users
     where referred_by = ${referrer} and id < ${before ?? 2_147_483_647}
     order by id desc
     limit ${limit}`.execute(db)
  return rows
}

/** The active referrer of a user, if there is one; only theirs is a wallet that earns. */
export async function activeReferrer(tx: Tx, user: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select r.id
      from users u
      join users r on r.id = u.referred_by
     where u.id = ${user} and r.role = 'user' and r.is_active and r.closed_at is null`.execute(tx)
  return rows[0]?.id ?? null
}

/** The fraction carried from a referred user's last share, locked until the transaction ends. */
export async function lockCarried(tx: Tx, referred: number): Promise<bigint> {
  await sql`insert into referrals (referred_id) values (${referred}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ carried: bigint }>`
    select carried from referrals where referred_id = ${referred} for no key update`.execute(tx)
  return rows[0]?.carried ?? 0n
}

export type Share = {
  referred: number
  referrer: number
  source: string
  profit: Paise
  rate: Ppm
  posted: Paise
  carried: bigint
}

/** Writes a share and hands its fraction on; false when its source has paid already. */
export async function insertShare(tx: Tx, at: Date, share: Share): Promise<boolean> {
  const { rows } = await sql`
    with made as (
      insert into referral_shares (referred_id, referrer_id, source, profit, rate_ppm, posted, carried, created_at)
      values (${share.referred}, ${share.referrer}, ${share.source}, ${share.profit}, ${share.rate}, ${share.posted},
              ${share.carried}, ${at})
      on conflict on constraint referral_shares_source do nothing
      returning posted)
    update referrals set carried = ${share.carried}, shares_total = shares_total + made.posted
      from made
     where referred_id = ${share.referred}
    returning referred_id`.execute(tx)
  return rows.length > 0
}

/**
 * What the ledger knows about a user's own money: approved deposits and packages in all, and what went from
 * the wallet into Earn after the first of them.
 */
export async function ownMoney(tx: Tx, user: number): Promise<{ deposited: Paise; movedToEarn: Paise }> {
  const { rows } = await sql<{ deposited: bigint; moved: bigint }>`
    with received as (
      select coalesce(sum(e.amount), 0)::bigint as deposited, min(e.id) as first_entry
        from ledger_accounts a
        join ledger_entries e on e.account_id = a.id
        join ledger_transfers t on t.id = e.transfer_id and t.kind in ('deposit', 'package')
       where a.holder = ${user} and a.kind = 'wallet')
    select received.deposited,
           (select coalesce(sum(e.amount), 0)::bigint
              from ledger_accounts a
              join ledger_entries e on e.account_id = a.id and e.id > received.first_entry
              join ledger_transfers t on t.id = e.transfer_id and t.kind = 'flexible_deposit'
             where a.holder = ${user} and a.kind = 'flexible') as moved
      from received`.execute(tx)
  return { deposited: paise(rows[0]?.deposited ?? 0n), movedToEarn: paise(rows[0]?.moved ?? 0n) }
}

export async function rewardPaid(tx: Tx, referred: number): Promise<boolean> {
  const { rows } = await sql`select from referral_rewards where referred_id = ${referred}`.execute(tx)
  return rows.length > 0
}

/** Writes the reward; false when it was written before, by whomever. */
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
