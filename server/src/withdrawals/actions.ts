/** What other rooms ask of withdrawals: their part of a user's history, and erasing payees when an account closes. */
import type { History } from '../ledger/history.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { hasOutcome } from '../requests/table.ts'
import { emptyDetails } from './queries.ts'

export const history: History = () => [
  {
    type: 'withdrawal',
    from: sql`withdrawals w`,
    user: sql`w.user_id`,
    at: sql`w.created_at`,
    id: sql`w.id`,
    direction: 'out',
    pending: hasOutcome('w.status', 'waits'),
    status: sql`w.status`,
    amount: sql`w.amount`,
    cause: { subject: 'withdrawal', subjectId: sql`w.id`, event: 'requested' },
    columns: {
      requested_amount: sql`w.amount`,
      approved_amount: sql`case when ${hasOutcome('w.status', 'granted')} then w.amount - w.fee end`,
      transaction_id: sql`w.transaction_id`,
      rejection_preset: sql`w.rejection_preset`,
      admin_note: sql`coalesce(w.return_reason, w.admin_note)`,
      // as contract/withdrawals.ts payeeLine writes it
      counterparty: sql`case w.type
        when 'upi' then w.details->>'upi_id'
        when 'bank' then (w.details->>'bank_name') || ' ••' || right(w.details->>'account_number', 4)
        else left(w.details->>'address', 6) || '…' || right(w.details->>'address', 4) end`,
      being_paid: sql`${hasOutcome('w.status', 'waits')} and w.claimed_by is not null`,
      decided_at: sql`w.decided_at`,
      returned_at: sql`w.returned_at`,
      processing_fee: sql`w.fee`,
    },
  },
]

/** True where two accounts ever asked for money to the same payee: they belong together. */
export async function samePayee(db: Db | Tx, one: number, other: number): Promise<boolean> {
  const { rows } = await sql`
    select
      from withdrawals mine
      join withdrawals theirs on theirs.payee = mine.payee
     where mine.user_id = ${one} and theirs.user_id = ${other}
     limit 1`.execute(db)
  return rows.length > 0
}

/** Erases where a closed account's money went to; amounts, decisions and references stay. */
export async function erasePayees(tx: Tx, user: number): Promise<void> {
  await emptyDetails(tx, user)
}
