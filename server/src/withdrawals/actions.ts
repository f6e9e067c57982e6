/** What withdrawals offer to other rooms: their part of a user's history, a claim, and a decision. */
import type { Body } from '@bittkosh/contract/endpoint'
import { linkOf } from '@bittkosh/contract/notices'
import { actOfVerdict } from '@bittkosh/contract/requestStates'
import type * as calls from '@bittkosh/contract/withdrawals'
import type { History } from '../ledger/history.ts'
import { sql } from '../platform/database/sql.ts'
import type { Tx } from '../platform/database/database.ts'
import type { TxOf } from '../platform/http/http.ts'
import { accept, refusing } from '../platform/http/refuse.ts'
import { ownerOf } from '../auth/actions.ts'
import { mail } from '../mails/actions.ts'
import { actOn, type ByAdmin } from '../requests/deciding.ts'
import { hasOutcome } from '../requests/table.ts'
import { type Deciding, withdrawalRules } from './deciding.ts'
import { firstReported, type WithdrawalRow } from './queries.ts'
import { judgeReported } from './rules.ts'

export { openReports, reportedColumn, type ReportedRow, serializeReport } from './reported.ts'

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
      // as contract/withdrawals.ts payeeLine formats it
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

type OnOne = { id: number } & ByAdmin

/** Claims a withdrawal for an admin's batch: until it is decided or released, nobody else pays it, and its owner cannot cancel. */
export async function claimFor(tx: TxOf<typeof calls.claimWithdrawal>, { id, ...acting }: OnOne): Promise<void> {
  await actOn(tx, withdrawalRules, { act: 'claim', key: id, typed: { batched: true }, ...acting })
}

/** The same for a proposal to pay: also if its maker already holds the claim and confirms a payment before the stop. */
export async function claimToPropose(tx: TxOf<typeof calls.claimWithdrawal>, { id, ...acting }: OnOne): Promise<void> {
  await actOn(tx, withdrawalRules, { act: 'claim', key: id, typed: { begun: true }, ...acting })
}

/**
 * Makes an admin the payer of a withdrawal that `from` pays, as part of its batch: even if its owner was stopped in the
 * meantime, because the bank may already have it, and somebody must record the outcome.
 */
export async function handOver(
  tx: TxOf<typeof calls.claimWithdrawal>,
  { id, from, ...acting }: OnOne & { from: number },
): Promise<void> {
  const typed = { take_over_from: from, begun: true }
  await actOn(tx, withdrawalRules, { act: 'claim', key: id, typed, ...acting })
}

/**
 * Claims a withdrawal that was released although the bank has it, by a file of the moment `sentAt`: even if its owner was stopped
 * since, because somebody must record the outcome.
 */
export async function claimSent(
  tx: TxOf<typeof calls.claimWithdrawal>,
  { id, sentAt, ...acting }: OnOne & { sentAt: Date },
): Promise<void> {
  await actOn(tx, withdrawalRules, { act: 'claim', key: id, typed: { sentAt }, ...acting })
}

/** Locks the row of a withdrawal, as every act on it does. */
export async function holdWithdrawal(tx: Tx, id: number): Promise<void> {
  await sql`select from withdrawals where id = ${id} for update`.execute(tx)
}

/** Refuses `payment_reported` if the bank has reported a payment of a withdrawal, which must be locked. */
export async function requireNotReported(tx: Tx<'payment_reported'>, id: number): Promise<void> {
  accept(tx, judgeReported(await firstReported(tx, id)))
}

/** Releases this admin's claim on a withdrawal. */
export async function releaseFor(
  tx: TxOf<typeof calls.releaseWithdrawal>,
  { id, ...acting }: OnOne,
): Promise<WithdrawalRow> {
  return actOn(tx, withdrawalRules, { act: 'release', key: id, typed: undefined, ...acting })
}

/** Approves or rejects a withdrawal. */
export async function decideFor(
  tx: TxOf<typeof calls.decideWithdrawal>,
  { id, typed, ...acting }: OnOne & { typed: Deciding },
): Promise<WithdrawalRow> {
  const act = actOfVerdict[typed.status]
  const deciding = actOn(tx, withdrawalRules, { act, key: id, typed, ...acting })
  return refusing(tx, { payout_reference_taken: 'transaction_id' }, deciding)
}

/** Returns amount and fee of a paid withdrawal that the bank returned, and tells its owner by notice and mail. */
export async function returnPayout(
  tx: TxOf<typeof calls.returnWithdrawal>,
  { id, typed, publicUrl, ...acting }: OnOne & { typed: Body<typeof calls.returnWithdrawal>; publicUrl: string },
): Promise<WithdrawalRow> {
  const row = await actOn(tx, withdrawalRules, { act: 'return', key: id, typed, ...acting })
  const to = await ownerOf(tx, row.user_id)
  const values = { name: to.name, amount: row.amount, reason: typed.reason, link: publicUrl + linkOf('withdrawal', id) }
  // A closed account has no address; its notice stays unread.
  if (to.email)
    await mail(tx, acting.at, { to, kind: 'withdrawal_returned', values, record: { kind: 'withdrawal', id } })
  return row
}
