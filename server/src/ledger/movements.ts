/**
 * Every way money moves in the product: one function each, after the table of rules.md §2. A movement's
 * legs sum to zero; its cause names the event and is unique for ever, so one event moves money once.
 * Only this file can make a Movement, only post.ts accepts one.
 */
import { add, negate, type Paise, subtract, ZERO } from '@bittkosh/contract/money'

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

export type MovementKind =
  | 'deposit'
  | 'package'
  | 'package_bonus'
  | 'withdrawal_hold'
  | 'withdrawal_payout'
  | 'withdrawal_release'
  | 'transfer'
  | 'plan_purchase'
  | 'plan_claim'
  | 'flexible_deposit'
  | 'flexible_withdraw'
  | 'flexible_interest'
  | 'welcome_bonus'
  | 'referral_income'
  | 'adjustment'

export type Leg = { user: number; account: UserAccount | PlatformAccount; amount: Paise }
export type Movement = {
  readonly [movementBrand]: true
  cause: string
  kind: MovementKind
  legs: readonly Leg[]
}

/** Deposit approved: cash received → wallet, the approved amount. */
export function depositApproved(deposit: { id: number; user: number; method: MethodType; amount: Paise }): Movement {
  return movement(`deposit ${deposit.id} decided`, 'deposit', [
    platform(`cash_${deposit.method}`, negate(deposit.amount)),
    of(deposit.user, 'wallet', deposit.amount),
  ])
}

/** Package approved: cash received → wallet, the approved amount. The bonus is a movement of its own. */
export function packageApproved(deposit: { id: number; user: number; method: MethodType; amount: Paise }): Movement {
  return movement(`deposit ${deposit.id} decided`, 'package', [
    platform(`cash_${deposit.method}`, negate(deposit.amount)),
    of(deposit.user, 'wallet', deposit.amount),
  ])
}

/** Package approved: bonus expense → wallet. */
export function packageBonus(deposit: { id: number; user: number; bonus: Paise }): Movement {
  return movement(`deposit ${deposit.id} bonus`, 'package_bonus', [
    platform('expense_package_bonus', negate(deposit.bonus)),
    of(deposit.user, 'wallet', deposit.bonus),
  ])
}

/** Withdrawal requested: wallet → held, the whole amount. */
export function withdrawalRequested(withdrawal: { id: number; user: number; amount: Paise }): Movement {
  return movement(`withdrawal ${withdrawal.id} requested`, 'withdrawal_hold', [
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
  return movement(`withdrawal ${withdrawal.id} decided`, 'withdrawal_payout', [
    of(withdrawal.user, 'held', negate(withdrawal.amount)),
    platform(`cash_${withdrawal.type}`, subtract(withdrawal.amount, withdrawal.fee)),
    platform('fee_withdrawal', withdrawal.fee),
  ])
}

/** Withdrawal rejected or cancelled: held → wallet, the whole amount. Shares its cause with the approval. */
export function withdrawalReleased(withdrawal: { id: number; user: number; amount: Paise }): Movement {
  return movement(`withdrawal ${withdrawal.id} decided`, 'withdrawal_release', [
    of(withdrawal.user, 'held', negate(withdrawal.amount)),
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
  return movement(`transfer ${transfer.id} completed`, 'transfer', [
    of(transfer.sender, 'wallet', negate(add(transfer.amount, transfer.fee))),
    of(transfer.receiver, 'wallet', transfer.amount),
    platform('fee_transfer', transfer.fee),
  ])
}

/** Plan bought: wallet → invested, the amount. */
export function planBought(investment: { id: number; user: number; amount: Paise }): Movement {
  return movement(`investment ${investment.id} bought`, 'plan_purchase', [
    of(investment.user, 'wallet', negate(investment.amount)),
    of(investment.user, 'invested', investment.amount),
  ])
}

/** Plan claimed: invested → wallet, the principal; plan profit expense → wallet, the profit. */
export function planClaimed(investment: { id: number; user: number; amount: Paise; profit: Paise }): Movement {
  return movement(`investment ${investment.id} claimed`, 'plan_claim', [
    of(investment.user, 'invested', negate(investment.amount)),
    of(investment.user, 'wallet', add(investment.amount, investment.profit)),
    platform('expense_plan_profit', negate(investment.profit)),
  ])
}

/** Earn deposit: wallet → flexible. */
export function flexibleDeposited(deposit: { id: number; user: number; amount: Paise }): Movement {
  return movement(`flexible ${deposit.id} moved`, 'flexible_deposit', [
    of(deposit.user, 'wallet', negate(deposit.amount)),
    of(deposit.user, 'flexible', deposit.amount),
  ])
}

/** Earn withdrawal: flexible → wallet. */
export function flexibleWithdrawn(withdrawal: { id: number; user: number; amount: Paise }): Movement {
  return movement(`flexible ${withdrawal.id} moved`, 'flexible_withdraw', [
    of(withdrawal.user, 'flexible', negate(withdrawal.amount)),
    of(withdrawal.user, 'wallet', withdrawal.amount),
  ])
}

/**
 * Earn interest of one business day: interest expense → each flexible account. One movement carries a whole
 * batch, so the expense side is one entry. That a user and day is posted once is the unique key of the interest
 * rows; the cause names the day and the batch's first user, which no other batch of that day has.
 */
export function interestPosted(posting: {
  day: string
  credits: readonly { user: number; amount: Paise }[]
}): Movement {
  const credited = posting.credits.filter((credit) => credit.amount > 0n)
  return movement(`interest ${posting.day} from user ${credited[0]?.user}`, 'flexible_interest', [
    platform('expense_flexible_interest', negate(add(...credited.map((credit) => credit.amount)))),
    ...credited.map((credit) => of(credit.user, 'flexible', credit.amount)),
  ])
}

/** Welcome bonus: bonus expense → flexible, once per user. */
export function welcomeBonus(bonus: { user: number; amount: Paise }): Movement {
  return movement(`welcome ${bonus.user}`, 'welcome_bonus', [
    platform('expense_welcome_bonus', negate(bonus.amount)),
    of(bonus.user, 'flexible', bonus.amount),
  ])
}

/** Referral income: referral expense → the referrer's wallet. `source` names what earned it. */
export function referralIncome(income: { source: string; referrer: number; amount: Paise }): Movement {
  return movement(`referral ${income.source}`, 'referral_income', [
    platform('expense_referral', negate(income.amount)),
    of(income.referrer, 'wallet', income.amount),
  ])
}

/** Referral income of many profits at once: one movement, a leg per referrer; the single shares are rows of their own. */
export function profitSharesPaid(shares: {
  source: string
  credits: readonly { referrer: number; amount: Paise }[]
}): Movement {
  return movement(`referral ${shares.source}`, 'referral_income', [
    platform('expense_referral', negate(add(...shares.credits.map((credit) => credit.amount)))),
    ...shares.credits.map((credit) => of(credit.referrer, 'wallet', credit.amount)),
  ])
}

/** An admin sets a balance: adjustment expense ↔ wallet, the difference, which may be negative. */
export function balanceAdjusted(adjustment: { id: number; user: number; change: Paise }): Movement {
  return movement(`adjustment ${adjustment.id}`, 'adjustment', [
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

function movement(cause: string, kind: MovementKind, legs: Leg[]): Movement {
  // Sorted by user and account: the order in which the posting function locks them.
  const moving = legs
    .filter((leg) => leg.amount !== 0n)
    .sort((a, b) => a.user - b.user || (a.account < b.account ? -1 : 1))
  if (add(...moving.map((leg) => leg.amount)) !== ZERO || moving.length < 2) {
    throw new Error(`movement '${cause}' does not sum to zero or moves nothing`)
  }
  return { cause, kind, legs: moving } as unknown as Movement
}
