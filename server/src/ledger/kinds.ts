/** How sums and lists treat each kind of movement. A new kind must be entered here, so no sum leaves it out. */
import { kinds, type MovementKind } from '@bittkosh/contract/movements'
import { sql } from '../platform/database/sql.ts'
import type { UserAccount } from './movements.ts'

type Traits = {
  /** The users' accounts that a movement of this kind changes. */
  touches: readonly UserAccount[]
  /** Whether it brings in a user's own money from outside, pays it out, or reverses what once came in. */
  crosses: 'in' | 'out' | 'in undone' | null
}

const traits: Record<MovementKind, Traits> = {
  deposit: { touches: ['wallet'], crosses: 'in' },
  package: { touches: ['wallet'], crosses: 'in' },
  package_bonus: { touches: ['wallet'], crosses: null },
  deposit_reversal: { touches: ['wallet'], crosses: 'in undone' },
  withdrawal_hold: { touches: ['wallet', 'held'], crosses: null },
  withdrawal_payout: { touches: ['held'], crosses: 'out' },
  withdrawal_release: { touches: ['wallet', 'held'], crosses: null },
  withdrawal_return: { touches: ['wallet'], crosses: 'out' },
  transfer: { touches: ['wallet'], crosses: null },
  plan_purchase: { touches: ['wallet', 'invested'], crosses: null },
  plan_claim: { touches: ['wallet', 'invested'], crosses: null },
  flexible_deposit: { touches: ['wallet', 'flexible'], crosses: null },
  flexible_withdraw: { touches: ['wallet', 'flexible'], crosses: null },
  flexible_interest: { touches: ['flexible'], crosses: null },
  welcome_bonus: { touches: ['flexible'], crosses: null },
  welcome_bonus_taken_back: { touches: ['flexible'], crosses: null },
  referral_income: { touches: ['wallet'], crosses: null },
  adjustment: { touches: ['wallet'], crosses: null },
}

/** The kinds that bring in a user's own money, those that reverse that, and those that pay money out. */
export const comingIn = kindsOf(({ crosses }) => crosses === 'in')
export const comingInUndone = kindsOf(({ crosses }) => crosses === 'in undone')
export const goingOut = kindsOf(({ crosses }) => crosses === 'out')

/** Whether a later transfer has reversed the ledger transfer `t`. */
export const isReversed = sql`exists (
  select from ledger_transfers back
   where back.subject = t.subject and back.subject_id = t.subject_id and back.event = 'reversed')`

/** The kinds that change one of these accounts of a user. */
export function kindsTouching(accounts: readonly UserAccount[]): MovementKind[] {
  return kindsOf(({ touches }) => touches.some((account) => accounts.includes(account)))
}

function kindsOf(fits: (traits: Traits) => boolean): MovementKind[] {
  return kinds.filter((kind) => fits(traits[kind]))
}
