/** Every room's part of the history, in the order of rooms.ts. Every room that moves a user's money must be here. */
import type { Language } from '@bittkosh/contract/language'
import type { MovementKind } from '@bittkosh/contract/movements'
import type { History, HistorySource } from '../ledger/history.ts'
import { history as deposits } from '../deposits/actions.ts'
import { history as flexible } from '../flexible/actions.ts'
import { history as investments } from '../investments/actions.ts'
import { history as referrals } from '../referrals/actions.ts'
import { history as transfers } from '../transfers/actions.ts'
import { history as withdrawals } from '../withdrawals/actions.ts'
import { sql } from '../platform/database/sql.ts'

// Adjustments come from `users`, which is below the wallet in rooms.ts.
const adjustments: History = () => [
  {
    type: 'adjustment',
    from: sql`balance_adjustments b`,
    user: sql`b.user_id`,
    at: sql`b.created_at`,
    id: sql`b.id`,
    direction: sql`case when b.change > 0 then 'in' else 'out' end`,
    status: sql`'completed'`,
    amount: sql`abs(b.change)`,
    cause: { subject: 'adjustment', subjectId: sql`b.id`, event: 'made' },
    columns: { number: sql`b.number`, admin_note: sql`b.reason`, decided_at: sql`b.created_at` },
  },
]

const rooms: readonly History[] = [deposits, referrals, investments, flexible, withdrawals, transfers, adjustments]

/** The sources of the history that show each kind of movement, by their keys. */
export const sourcesShowing: Record<MovementKind, readonly string[]> = {
  deposit: ['deposit'],
  package: ['deposit'],
  package_bonus: ['bonus_package'],
  deposit_reversal: ['deposit_reversal'],
  withdrawal_hold: ['withdrawal'],
  withdrawal_payout: ['withdrawal'],
  withdrawal_release: ['withdrawal'],
  withdrawal_return: ['withdrawal'],
  transfer: ['balance_transfer_sent', 'balance_transfer_received'],
  plan_purchase: ['crypto_investment'],
  plan_claim: ['crypto_investment_claim'],
  flexible_deposit: ['flexible_deposit'],
  flexible_withdraw: ['flexible_withdraw'],
  flexible_interest: ['flexible_interest'],
  welcome_bonus: ['welcome_bonus'],
  welcome_bonus_taken_back: ['bonus_taken_back'],
  referral_income: ['referral_reward', 'referral_share'],
  adjustment: ['adjustment'],
}

export function historySources(now: Date, language: Language): HistorySource[] {
  return rooms.flatMap((history) => history(now, language))
}
