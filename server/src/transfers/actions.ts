import type { History } from '../ledger/history.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { statusAt } from './queries.ts'

/** Whether a transfer of this user waits for its code. */
export async function hasOpenTransfer(db: Db | Tx, user: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from balance_transfers
     where sender_id = ${user} and status = 'pending' and otp_expires_at > ${now}`.execute(db)
  return rows.length > 0
}

/** Transfers that the user sent, with any result, and those that they received. */
export const history: History = (now) => [
  {
    type: 'balance_transfer_sent',
    from: sql`balance_transfers t join users u on u.id = t.receiver_id`,
    user: sql`t.sender_id`,
    at: sql`t.created_at`,
    id: sql`t.id`,
    direction: 'out',
    pending: sql`t.status = 'pending' and t.otp_expires_at > ${now}`,
    status: statusAt(now),
    amount: sql`t.amount + t.fee`,
    cause: { subject: 'transfer', subjectId: sql`t.id`, event: 'completed' },
    columns: {
      number: sql`t.number`,
      requested_amount: sql`t.amount`,
      processing_fee: sql`t.fee`,
      note: sql`t.note`,
      counterparty: sql`case when t.status = 'completed' then u.name else t.receiver_masked end`,
      decided_at: sql`t.ended_at`,
      due_at: sql`case when t.status = 'pending' then t.otp_expires_at end`,
    },
  },
  {
    type: 'balance_transfer_received',
    from: sql`balance_transfers t join users u on u.id = t.sender_id`,
    where: sql`t.status = 'completed'`,
    user: sql`t.receiver_id`,
    at: sql`t.ended_at`,
    id: sql`t.id`,
    direction: 'in',
    status: sql`'completed'`,
    amount: sql`t.amount`,
    cause: { subject: 'transfer', subjectId: sql`t.id`, event: 'completed' },
    columns: {
      number: sql`t.number`,
      note: sql`t.note`,
      counterparty: sql`u.name`,
      decided_at: sql`t.ended_at`,
    },
  },
]
