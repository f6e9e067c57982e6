/** Every kind of money movement, and the record events that cause one. */
import { keysOf } from './tables.ts'

/** Each kind with the events that cause it. Kinds that share an event exclude each other: it moves money once, for ever. */
export const movementKinds = {
  deposit: [{ subject: 'deposit', event: 'decided' }],
  package: [{ subject: 'deposit', event: 'decided' }],
  package_bonus: [{ subject: 'deposit', event: 'bonus' }],
  deposit_reversal: [{ subject: 'deposit', event: 'reversed' }],
  withdrawal_hold: [{ subject: 'withdrawal', event: 'requested' }],
  withdrawal_payout: [{ subject: 'withdrawal', event: 'decided' }],
  withdrawal_release: [{ subject: 'withdrawal', event: 'decided' }],
  withdrawal_return: [{ subject: 'withdrawal', event: 'returned' }],
  transfer: [{ subject: 'transfer', event: 'completed' }],
  plan_purchase: [{ subject: 'investment', event: 'bought' }],
  plan_claim: [{ subject: 'investment', event: 'claimed' }],
  flexible_deposit: [{ subject: 'flexible', event: 'moved' }],
  flexible_withdraw: [{ subject: 'flexible', event: 'moved' }],
  // for a business day and a batch of users, whose first one is the subject's id
  flexible_interest: [{ subject: 'interest', event: 'posted' }],
  welcome_bonus: [{ subject: 'user', event: 'welcomed' }],
  welcome_bonus_taken_back: [{ subject: 'flexible', event: 'moved' }],
  referral_income: [
    // the referred user
    { subject: 'referral', event: 'rewarded' },
    { subject: 'investment', event: 'shared' },
    { subject: 'interest', event: 'shared' },
  ],
  adjustment: [{ subject: 'adjustment', event: 'made' }],
} as const

export type MovementKind = keyof typeof movementKinds

/** A record that moves money and its event: only pairs that exist. */
export type MovementEvent = (typeof movementKinds)[MovementKind][number]
export type Subject = MovementEvent['subject']

export const kinds = keysOf(movementKinds)
export const subjects: readonly Subject[] = [
  ...new Set(Object.values(movementKinds).flatMap((events) => events.map(({ subject }): Subject => subject))),
]

/** The cause of a movement of this kind: an event of a record, and its business day if it has one. */
export type CauseOf<Kind extends MovementKind> = WithId<(typeof movementKinds)[Kind][number]>
export type Cause = CauseOf<MovementKind>
type WithId<Event extends MovementEvent> = Event extends { subject: 'interest' }
  ? Event & { subjectId: number; day: string }
  : Event & { subjectId: number; day?: null }
