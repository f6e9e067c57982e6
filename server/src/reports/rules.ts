/** How the figures of reports are calculated: pure, from sums of the ledger and counts of records. */
import { add, type Paise, paise, subtract, ZERO, negate } from '@bittkosh/contract/money'
import type { MovementKind } from '@bittkosh/contract/movements'
import { type ColumnOf, cohortSteps, MONTHS_MAX, type ReportRow } from '@bittkosh/contract/reports'
import { addMonths, FIRST_DAY, monthOf } from '@bittkosh/contract/time'
import type { Complaint } from '@bittkosh/contract/complaints'
import { comingIn, comingInUndone } from '../ledger/kinds.ts'
import type { PlatformAccount, UserAccount } from '../ledger/movements.ts'
import type { LedgerTotal } from '../ledger/totals.ts'

/** The first days of the first and of the last month. */
export type Period = { from: string; to: string }
type PeriodDecision = { period: Period } | { field: 'from' | 'to'; complaint: Complaint }

const DEFAULT_MONTHS = 12

/** The months that contain two days; by default the last twelve up to today. */
export function judgePeriod(
  asked: { from?: string | undefined; to?: string | undefined },
  today: string,
): PeriodDecision {
  const to = monthOf(asked.to ?? today)
  const monthsBefore = addMonths(to, 1 - DEFAULT_MONTHS)
  const from = monthOf(asked.from ?? (monthsBefore < FIRST_DAY ? FIRST_DAY : monthsBefore))
  if (to < from) return { field: 'to', complaint: { code: 'end_before_beginning' } }
  if (addMonths(from, MONTHS_MAX) <= to)
    return { field: 'from', complaint: { code: 'too_many_months', params: { max: MONTHS_MAX } } }
  return { period: { from, to } }
}

/** The first day of each month of a period, latest first. */
export function monthsOf({ from, to }: Period): string[] {
  const months = []
  for (let month = to; month >= from; month = addMonths(month, -1)) months.push(month)
  return months
}

export type MonthTotal = Pick<LedgerTotal, 'movement' | 'account' | 'plus' | 'minus'> & { month: string }
type Line = Exclude<ColumnOf<'profit_and_loss'>, 'month' | 'other' | 'result'>

/** Whether an account's entries are income or cost of the platform. A new account must be entered here. */
const makesResult: Record<UserAccount | PlatformAccount, boolean> = {
  wallet: false,
  flexible: false,
  invested: false,
  held: false,
  cash_upi: false,
  cash_bank: false,
  cash_crypto: false,
  fee_withdrawal: true,
  fee_transfer: true,
  expense_plan_profit: true,
  expense_flexible_interest: true,
  expense_package_bonus: true,
  expense_welcome_bonus: true,
  expense_referral: true,
  expense_adjustment: true,
}

/** The line for each kind of movement's income or cost; null if it has none. A new kind must be entered here. */
export const lineOf: Record<MovementKind, Line | null> = {
  deposit: null,
  package: null,
  package_bonus: 'package_bonus',
  deposit_reversal: 'package_bonus',
  withdrawal_hold: null,
  withdrawal_payout: 'withdrawal_fees',
  withdrawal_release: null,
  withdrawal_return: 'withdrawal_fees',
  transfer: 'transfer_fees',
  plan_purchase: null,
  plan_claim: 'plan_profit',
  flexible_deposit: null,
  flexible_withdraw: null,
  flexible_interest: 'earn_interest',
  welcome_bonus: 'welcome_bonus',
  welcome_bonus_taken_back: 'welcome_bonus',
  referral_income: 'referral',
  adjustment: 'adjustment',
}

/**
 * Income minus costs of each month, with negative costs. The result is the sum of the platform's fee and expense
 * accounts, whatever moved them; amounts without a line of their own are in `other`, so the lines always add up to it.
 */
export function profitAndLoss(
  totals: readonly MonthTotal[],
  months: readonly string[],
): ReportRow<'profit_and_loss'>[] {
  return months.map((month) => {
    const ofMonth = totals.filter((total) => total.month === month && makesResult[total.account])
    const line = (name: Line | null) => netOf(ofMonth.filter(({ movement }) => (lineOf[movement] ?? null) === name))
    return {
      month,
      result: netOf(ofMonth),
      withdrawal_fees: line('withdrawal_fees'),
      transfer_fees: line('transfer_fees'),
      plan_profit: line('plan_profit'),
      earn_interest: line('earn_interest'),
      package_bonus: line('package_bonus'),
      welcome_bonus: line('welcome_bonus'),
      referral: line('referral'),
      adjustment: line('adjustment'),
      other: line(null),
    }
  })
}

/** What was paid in, by the kind of account that received it, and the reversals of earlier payments. */
export function inflow(
  totals: readonly (MonthTotal & Pick<LedgerTotal, 'minuses'>)[],
  months: readonly string[],
): ReportRow<'inflow'>[] {
  return months.map((month) => {
    const ofMonth = totals.filter((total) => total.month === month && total.account.startsWith('cash_'))
    const arrived = ofMonth.filter(({ movement }) => comingIn.includes(movement))
    // money that came in is negative on a cash account
    const on = (account: PlatformAccount) => negate(netOf(arrived.filter((total) => total.account === account)))
    const reversed = negate(netOf(ofMonth.filter(({ movement }) => comingInUndone.includes(movement))))
    const [upi, bank, crypto] = [on('cash_upi'), on('cash_bank'), on('cash_crypto')]
    const deposits = arrived.reduce((sum, { minuses }) => sum + minuses, 0)
    return { month, deposits, upi, bank, crypto, reversed, inflow: add(upi, bank, crypto, reversed) }
  })
}

/** The cost from the ledger; the part that is not rewards is shares in profits and interest. */
export function referralCost(
  found: {
    totals: readonly MonthTotal[]
    rewards: ReadonlyMap<string, Paise>
    invited: ReadonlyMap<string, number>
  },
  months: readonly string[],
): ReportRow<'referral_cost'>[] {
  return months.map((month) => {
    const paid = found.totals.filter((total) => total.month === month && total.account === 'expense_referral')
    const cost = negate(netOf(paid))
    const rewards = found.rewards.get(month) ?? ZERO
    return { month, invited: found.invited.get(month) ?? 0, rewards, shares: subtract(cost, rewards), cost }
  })
}

export type Cohort = { month: string; registered: number }
/** For a month's people, `since` months later: how many deposited for the first time in that month, and the total. */
export type CohortStep = { month: string; since: number; first: number; amount: Paise }

/** Each month's people, and for some later months how many of them had deposited by their end, and how much. */
export function cohorts(
  found: { registered: readonly Cohort[]; steps: readonly CohortStep[] },
  { months, today }: { months: readonly string[]; today: string },
): ReportRow<'cohorts'>[] {
  return months.map((month) => {
    const registered = found.registered.find((one) => one.month === month)?.registered ?? 0
    const until = (since: number) => {
      if (addMonths(month, since) > monthOf(today)) return { share: null, amount: null }
      const steps = found.steps.filter((step) => step.month === month && step.since <= since)
      const deposited = steps.reduce((sum, { first }) => sum + first, 0)
      return {
        share: registered === 0 ? null : Math.round((deposited * 1000) / registered) / 10,
        amount: add(...steps.map(({ amount }) => amount)),
      }
    }
    const [at0, at1, at3, at6, at12] = cohortSteps.map(until) as [Step, Step, Step, Step, Step] // one for each step
    return {
      month,
      registered,
      share_0: at0.share,
      share_1: at1.share,
      share_3: at3.share,
      share_6: at6.share,
      share_12: at12.share,
      money_0: at0.amount,
      money_3: at3.amount,
      money_12: at12.amount,
    }
  })
}
type Step = { share: number | null; amount: Paise | null }

function netOf(totals: readonly Pick<LedgerTotal, 'plus' | 'minus'>[]): Paise {
  return paise(totals.reduce((sum, { plus, minus }) => sum + plus - minus, 0n))
}
