/**
 * Every way money moves in the product: one function each, after the table of docs/money.md#the-ledger. A movement's legs
 * sum to zero; its cause is unique for ever, so one event moves money once. Only this file can make a Movement, only
 * post.ts accepts one.
 */
import { add, negate, type Paise, subtract, ZERO } from '@bittkosh/contract/money'
import type { Cause, CauseOf, MovementKind } from '@bittkosh/contract/movements'

declare const movementBrand: unique symbol

export type UserAccount = 'wallet' | 'flexible' | 'invested' | 'held'
export type MethodType = 'upi' | 'bank' | 'crypto'
export type PlatformAccount =
  | `cash_${MethodType}`
  | 'fee_withdrawal'
  | 'fee_transfer'
  | 'expense_plan_profit'
  | 'expense_flexible_interest'
  | 'expense_package_bonus'
  | 'expense_welcome_bonus'
  | 'expense_referral'
  | 'expense_adjustment'

export type Leg = { user: number; account: UserAccount | PlatformAccount; amount: Paise }
export type Movement = {
  readonly [movementBrand]: true
  cause: Cause
  kind: MovementKind
  legs: readonly Leg[]
}

/** Deposit approved: cash received → wallet, the approved amount. */
export function depositApproved(deposit: { id: number; user: number; method: MethodType; amount: Paise }): Movement {
  return movement('deposit', { subject: 'deposit', subjectId: deposit.id, event: 'decided' }, [
    platform(`cash_${deposit.method}`, negate(deposit.amount)),
    of(deposit.user, 'wallet', deposit.amount),
  ])
}

/** Package approved: cash received → wallet, the approved amount. The bonus is a separate movement. */
export function packageApproved(deposit: { id: number; user: number; method: MethodType; amount: Paise }): Movement {
  return movement('package', { subject: 'deposit', subjectId: deposit.id, event: 'decided' }, [
    platform(`cash_${deposit.method}`, negate(deposit.amount)),
    of(deposit.user, 'wallet', deposit.amount),
  ])
}

/** Package approved: bonus expense → wallet. */
export function packageBonus(deposit: { id: number; user: number; bonus: Paise }): Movement {
  return movement('package_bonus', { subject: 'deposit', subjectId: deposit.id, event: 'bonus' }, [
    platform('expense_package_bonus', negate(deposit.bonus)),
    of(deposit.user, 'wallet', deposit.bonus),
  ])
}

/** Approved deposit or package reversed: wallet → cash received, the approved amount; wallet → bonus expense, its bonus. */
export function depositReversed(deposit: {
  id: number
  user: number
  method: MethodType
  amount: Paise
  bonus: Paise
}): Movement {
  return movement('deposit_reversal', { subject: 'deposit', subjectId: deposit.id, event: 'reversed' }, [
    of(deposit.user, 'wallet', negate(add(deposit.amount, deposit.bonus))),
    platform(`cash_${deposit.method}`, deposit.amount),
    platform('expense_package_bonus', deposit.bonus),
  ])
}

/** Withdrawal requested: wallet → held, the whole amount. */
export function withdrawalRequested(withdrawal: { id: number; user: number; amount: Paise }): Movement {
  return movement('withdrawal_hold', { subject: 'withdrawal', subjectId: withdrawal.id, event: 'requested' }, [
    of(withdrawal.user, 'wallet', negate(withdrawal.amount)),
    of(withdrawal.user, 'held', withdrawal.amount),
  ])
}

/** Withdrawal approved: held → cash paid, the net; held → fee income, the fee. */
export function withdrawalApproved(withdrawal: {
  id: number
  user: number
  type: MethodType
  amount: Paise
  fee: Paise
}): Movement {
  return movement('withdrawal_payout', { subject: 'withdrawal', subjectId: withdrawal.id, event: 'decided' }, [
    of(withdrawal.user, 'held', negate(withdrawal.amount)),
    platform(`cash_${withdrawal.type}`, subtract(withdrawal.amount, withdrawal.fee)),
    platform('fee_withdrawal', withdrawal.fee),
  ])
}

/** Withdrawal rejected or cancelled: held → wallet, the whole amount. Shares its cause with the approval. */
export function withdrawalReleased(withdrawal: { id: number; user: number; amount: Paise }): Movement {
  return movement('withdrawal_release', { subject: 'withdrawal', subjectId: withdrawal.id, event: 'decided' }, [
    of(withdrawal.user, 'held', negate(withdrawal.amount)),
    of(withdrawal.user, 'wallet', withdrawal.amount),
  ])
}

/** The bank returned a payout: cash paid → wallet, the net; fee income → wallet, the fee. */
export function withdrawalReturned(withdrawal: {
  id: number
  user: number
  type: MethodType
  amount: Paise
  fee: Paise
}): Movement {
  return movement('withdrawal_return', { subject: 'withdrawal', subjectId: withdrawal.id, event: 'returned' }, [
    platform(`cash_${withdrawal.type}`, subtract(withdrawal.fee, withdrawal.amount)),
    platform('fee_withdrawal', negate(withdrawal.fee)),
    of(withdrawal.user, 'wallet', withdrawal.amount),
  ])
}

/** BittPay completed: sender → receiver, the amount; sender → fee income, the fee on top. */
export function transferCompleted(transfer: {
  id: number
  sender: number
  receiver: number
  amount: Paise
  fee: Paise
}): Movement {
  return movement('transfer', { subject: 'transfer', subjectId: transfer.id, event: 'completed' }, [
    of(transfer.sender, 'wallet', negate(add(transfer.amount, transfer.fee))),
    of(transfer.receiver, 'wallet', transfer.amount),
    platform('fee_transfer', transfer.fee),
  ])
}

/** Plan bought: wallet → invested, the amount. */
export function planBought(investment: { id: number; user: number; amount: Paise }): Movement {
  return movement('plan_purchase', { subject: 'investment', subjectId: investment.id, event: 'bought' }, [
    of(investment.user, 'wallet', negate(investment.amount)),
    of(investment.user, 'invested', investment.amount),
  ])
}

/** Plan claimed: invested → wallet, the principal; plan profit expense → wallet, the profit. */
export function planClaimed(investment: { id: number; user: number; amount: Paise; profit: Paise }): Movement {
  return movement('plan_claim', { subject: 'investment', subjectId: investment.id, event: 'claimed' }, [
    of(investment.user, 'invested', negate(investment.amount)),
    of(investment.user, 'wallet', add(investment.amount, investment.profit)),
    platform('expense_plan_profit', negate(investment.profit)),
  ])
}

/** Earn deposit: wallet → flexible. */
export function flexibleDeposited(deposit: { id: number; user: number; amount: Paise }): Movement {
  return movement('flexible_deposit', { subject: 'flexible', subjectId: deposit.id, event: 'moved' }, [
    of(deposit.user, 'wallet', negate(deposit.amount)),
    of(deposit.user, 'flexible', deposit.amount),
  ])
}

/** Earn withdrawal: flexible → wallet. */
export function flexibleWithdrawn(withdrawal: { id: number; user: number; amount: Paise }): Movement {
  return movement('flexible_withdraw', { subject: 'flexible', subjectId: withdrawal.id, event: 'moved' }, [
    of(withdrawal.user, 'flexible', negate(withdrawal.amount)),
    of(withdrawal.user, 'wallet', withdrawal.amount),
  ])
}

/**
 * Earn interest of one business day: interest expense → each flexible account. One movement covers a whole batch, so the
 * expense side is one entry. The unique key of the interest rows ensures that each user and day is posted once; the cause
 * names the day and the batch's first user, which no other batch of that day has.
 */
export function interestPosted(posting: {
  day: string
  credits: readonly { user: number; amount: Paise }[]
}): Movement {
  const credited = posting.credits.filter((credit) => credit.amount > 0n)
  const [first] = credited
  if (!first) throw new Error(`interest of ${posting.day} moves nothing`)
  return movement(
    'flexible_interest',
    { subject: 'interest', subjectId: first.user, event: 'posted', day: posting.day },
    [
      platform('expense_flexible_interest', negate(add(...credited.map((credit) => credit.amount)))),
      ...credited.map((credit) => of(credit.user, 'flexible', credit.amount)),
    ],
  )
}

/** Welcome bonus: bonus expense → flexible, once per user. */
export function welcomeBonus(bonus: { user: number; amount: Paise }): Movement {
  return movement('welcome_bonus', { subject: 'user', subjectId: bonus.user, event: 'welcomed' }, [
    platform('expense_welcome_bonus', negate(bonus.amount)),
    of(bonus.user, 'flexible', bonus.amount),
  ])
}

/** A welcome bonus that was never unlocked and its interest, when the account is closed: flexible → bonus expense. */
export function welcomeBonusTakenBack(taken: { id: number; user: number; amount: Paise }): Movement {
  return movement('welcome_bonus_taken_back', { subject: 'flexible', subjectId: taken.id, event: 'moved' }, [
    of(taken.user, 'flexible', negate(taken.amount)),
    platform('expense_welcome_bonus', taken.amount),
  ])
}

/** The one reward for referring a user: referral expense → the referrer's wallet. */
export function referralRewarded(reward: { referred: number; referrer: number; amount: Paise }): Movement {
  return movement('referral_income', { subject: 'referral', subjectId: reward.referred, event: 'rewarded' }, [
    platform('expense_referral', negate(reward.amount)),
    of(reward.referrer, 'wallet', reward.amount),
  ])
}

/** The source of a profit that a referrer shares in: a claimed plan, or the interest of a user and day. */
export type ProfitSource =
  | { subject: 'investment'; subjectId: number; day?: null }
  | { subject: 'interest'; subjectId: number; day: string }

/**
 * Shares of one profit or of many: referral expense → a leg per referrer's wallet. Each share has its own row; `source`
 * stands for all of them, and no other call uses it.
 */
export function profitSharesPaid(shares: {
  source: ProfitSource
  credits: readonly { referrer: number; amount: Paise }[]
}): Movement {
  return movement('referral_income', { ...shares.source, event: 'shared' }, [
    platform('expense_referral', negate(add(...shares.credits.map((credit) => credit.amount)))),
    ...shares.credits.map((credit) => of(credit.referrer, 'wallet', credit.amount)),
  ])
}

/** An admin sets a balance: adjustment expense ↔ wallet, the difference, which may be negative. */
export function balanceAdjusted(adjustment: { id: number; user: number; change: Paise }): Movement {
  return movement('adjustment', { subject: 'adjustment', subjectId: adjustment.id, event: 'made' }, [
    platform('expense_adjustment', negate(adjustment.change)),
    of(adjustment.user, 'wallet', adjustment.change),
  ])
}

function of(user: number, account: UserAccount, amount: Paise): Leg {
  return { user, account, amount }
}

function platform(account: PlatformAccount, amount: Paise): Leg {
  return { user: 0, account, amount }
}

function movement<Kind extends MovementKind>(kind: Kind, cause: CauseOf<Kind>, legs: Leg[]): Movement {
  const moving = legs.filter((leg) => leg.amount !== 0n)
  if (add(...moving.map((leg) => leg.amount)) !== ZERO || moving.length < 2) {
    throw new Error(`${kind} of ${cause.subject} ${cause.subjectId} does not sum to zero or moves nothing`)
  }
  return { cause, kind, legs: moving } as unknown as Movement
}
