/** Reversed decisions: payouts that the bank returned, deposits that were reversed, identity approvals that were revoked. */
import { sql } from '../../../server/src/platform/database/sql.ts'
import { countOf, type Desk, share } from './desk.ts'
import type { Team } from './team.ts'

const OF_EACH = [1, 200] as const
const BELOW_PAISE = 5_000_000n // small enough for one admin alone

const reasons = {
  payout: ['The account is closed.', 'The account number does not exist.', 'The name differs.'],
  deposit: ['The payer’s bank took the payment back.', 'Credited twice for one payment.'],
  identity: ['The document has expired.', 'The picture shows a copy, not the card itself.'],
}

/** Some of each kind, the latest decisions first. */
export async function takeBack(desk: Desk, { finance, identity }: Team, total: number): Promise<void> {
  const wanted = share(total, 500, OF_EACH)
  const lacking = async (from: ReturnType<typeof sql>) => Math.max(0, wanted - (await countOf(desk.db, from)))
  const payouts = await idsOf(sql`
    select w.id from withdrawals w
     where w.status = 'approved' and w.amount < ${BELOW_PAISE}
       and not exists (select from batched_payouts b where b.withdrawal_id = w.id)
     order by w.decided_at desc, w.id limit ${await lacking(sql`withdrawals where status = 'returned'`)}`)
  for (const { id } of payouts)
    await desk.call(finance, {
      method: 'POST',
      path: `/withdrawals/${id}/return`,
      body: { reason: chosen(reasons.payout, id) },
    })
  // One per person, so that the wallet holds what is taken back.
  const deposits = await idsOf(sql`
    select (array_agg(d.id order by d.decided_at desc))[1] as id
      from deposits d
      join ledger_accounts a on a.holder = d.user_id and a.kind = 'wallet'
     where d.status = 'approved' and d.approved_amount < ${BELOW_PAISE} and d.approved_amount + d.bonus <= a.balance
     group by d.user_id
     order by max(d.decided_at) desc limit ${await lacking(sql`deposits where status = 'reversed'`)}`)
  for (const { id } of deposits)
    await desk.call(finance, {
      method: 'POST',
      path: `/deposits/${id}/reverse`,
      body: { reason: chosen(reasons.deposit, id) },
    })
  const { rows: records } = await sql<{ id: number; user: number; index: number }>`
    select k.id, k.user_id as "user", k.position as index from kyc_records k
     where k.status = 'approved'
       and not exists (select from withdrawals w where w.user_id = k.user_id and w.status = 'pending')
     order by k.decided_at desc, k.id limit ${await lacking(sql`kyc_records where revoked_at is not null`)}`.execute(
    desk.db,
  )
  for (const { id, user, index } of records)
    await desk.call(identity, {
      method: 'POST',
      path: `/kyc/${user}/revoke`,
      body: { id_index: index, kyc_id: id, reason: chosen(reasons.identity, id) },
    })

  async function idsOf(from: ReturnType<typeof sql<{ id: number }>>): Promise<{ id: number }[]> {
    return (await from.execute(desk.db)).rows
  }
}

function chosen(from: readonly string[], id: number): string {
  return from[id % from.length] ?? ''
}
