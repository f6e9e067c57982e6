/** What other rooms ask of withdrawals: their part of a user's history, and a claim. */
import type { RefusalCode } from '@bittkosh/contract/refusals'
import type { History } from '../ledger/history.ts'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { type Acting, actOn } from '../requests/deciding.ts'
import { hasOutcome } from '../requests/table.ts'
import { withdrawalRules } from './deciding.ts'

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
      number: sql`w.number`,
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

/** Claims a withdrawal for an admin who has proposed to pay it: until that is decided nobody else pays it, nor its owner cancels. */
export async function claimFor(
  tx: Tx<RefusalCode>,
  { id, admin, ...acting }: { id: number; admin: number } & Pick<Acting, 'at' | 'address' | 'settings'>,
): Promise<void> {
  await actOn(tx, withdrawalRules, { act: 'claim', key: id, typed: {}, by: { admin }, ...acting })
}
