/** Earn, the flexible plan: money that earns interest daily, and the calculation that anyone can check. */
import * as z from 'zod/mini'
import { amount, money, percent } from './amounts.ts'
import { endpoint, postingRefusals } from './endpoint.ts'
import { add, floorShare, type Paise, paise, type Ppm } from './money.ts'
import { cursor, day, id, instant, nextCursor, optionalInteger, recordNumber } from './shapes.ts'
import { addDays, dayOf, startOfDay } from './time.ts'

const MILLION = 1_000_000n

/** The state of an Earn account between two postings of interest. */
export type EarnState = {
  balance: Paise
  /** The fraction that rounding down has left so far, in millionths of a paisa, below one paisa. */
  carried: bigint
  /** The last business day whose interest is posted. */
  settledThrough: string
  /** The last business day on which money moved, and its lowest balance so far. */
  lowDay: string
  low: Paise
}

export type InterestDay = {
  day: string
  eligible: Paise
  rate: Ppm
  posted: Paise
  /** The fraction after this day, in millionths of a paisa. */
  carried: bigint
  balanceAfter: Paise
}

/** The balance that earns on `day`: the lowest it had from 00:00 to 24:00 Asia/Kolkata. */
function eligibleOn(state: EarnState, day: string): Paise {
  return state.lowDay === day ? state.low : state.balance
}

/**
 * The interest of one business day: eligible × rate, in millionths of a paisa, plus the carried fraction. Whole paise
 * are posted and the rest is carried on. Source: docs/rules.md#earn.
 */
export function interestOfDay({ eligible, rate, carried }: { eligible: Paise; rate: Ppm; carried: bigint }) {
  return floorShare(carried + eligible * rate)
}

/**
 * Every business day after `settledThrough` up to and including `through`, each with its own rate, compounding. Days on
 * which the account was empty earn nothing and are not listed.
 */
export function settle(
  state: EarnState,
  through: string,
  rateOn: (day: string) => Ppm,
): { days: InterestDay[]; state: EarnState } {
  const days: InterestDay[] = []
  let { balance, carried, settledThrough } = state
  // an empty account stays empty until money moves, so its years need no loop
  if (balance === 0n) return { days, state: { ...state, settledThrough: later(settledThrough, through) } }
  while (settledThrough < through) {
    const day = addDays(settledThrough, 1)
    const eligible = eligibleOn({ ...state, balance }, day)
    const rate = rateOn(day)
    const interest = interestOfDay({ eligible, rate, carried })
    balance = add(balance, interest.posted)
    carried = interest.carried
    days.push({ day, eligible, rate, ...interest, balanceAfter: balance })
    settledThrough = day
  }
  return { days, state: { ...state, balance, carried, settledThrough } }
}

/** The state after a movement of `change` on business day `day`, through which the account must be settled. */
export function moved(state: EarnState, day: string, change: Paise): EarnState {
  const balance = add(state.balance, change)
  const lowest = eligibleOn(state, day)
  return { ...state, balance, lowDay: day, low: balance < lowest ? balance : lowest }
}

/**
 * Interest that is earned but not yet credited, rounded down to the paisa: the carried fraction, the days that wait to
 * be posted, and the elapsed part of today. An estimate until the day ends.
 */
export function pendingInterest(state: EarnState, at: Date, rateOn: (day: string) => Ppm): Paise {
  const today = dayOf(at)
  const settled = settle(state, addDays(today, -1), rateOn)
  const waiting = settled.state.balance - state.balance
  const elapsedMs = BigInt(at.getTime() - startOfDay(today).getTime())
  const todays = (eligibleOn(settled.state, today) * rateOn(today) * elapsedMs) / DAY_MS
  return paise(waiting + (settled.state.carried + todays) / MILLION)
}

const DAY_MS = 86_400_000n

/** What an amount grows to in this many full days at one rate, by the same calculation as the nightly posting. */
export function growth({ amount, rate, days }: { amount: Paise; rate: Ppm; days: number }): Paise {
  const start = { balance: amount, carried: 0n, settledThrough: '2000-01-01', lowDay: '', low: amount }
  return settle(start, addDays('2000-01-01', days), () => rate).state.balance
}

/** A withdrawal takes principal first, so the invested total never drops below zero. */
export function fromPrincipal({ amount, principal }: { amount: Paise; principal: Paise }): Paise {
  return amount < principal ? amount : principal
}

/** Millionths of a paisa as exact rupee text, always with eight decimals, for columns: 200_012_300n is '2.00012300'. */
export function exactRupees(millionths: bigint): string {
  const digits = millionths.toString().padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}

function later(a: string, b: string): string {
  return a > b ? a : b
}

export const flexibleBalance = z.object({
  /** Deposits, including the welcome bonus, minus the withdrawn principal. */
  total_invested: money,
  /** All interest ever posted. */
  total_profit: money,
  current_balance: money,
  /** An estimate: not credited yet. */
  pending_interest: money,
  /** The welcome bonus and its interest while they are locked, otherwise 0. */
  locked_bonus: money,
  /** The conditions for unlocking it; null if nothing is locked. */
  bonus_conditions: z.nullable(
    z.object({
      kyc_approved: z.boolean(),
      deposit_approved: z.boolean(),
      /** Whether this person had a welcome bonus on another account; then this one never unlocks. */
      had_before: z.boolean(),
    }),
  ),
  /** The amount that can be deposited. */
  wallet_balance: money,
})
export type FlexibleBalance = z.output<typeof flexibleBalance>

export const getFlexibleBalance = endpoint({
  name: 'getFlexibleBalance',
  method: 'GET',
  path: '/flexible/balance',
  who: 'user',
  summary: "The signed-in user's Earn account; pending_interest is an estimate",
  reply: flexibleBalance,
})

export const flexibleDetails = z.object({
  minimum_deposit: money,
  maximum_deposit: money,
  /** Today's rate. */
  daily_profit_percentage: percent,
  /** Tomorrow's rate if it is not today's; otherwise null. */
  next_daily_profit_percentage: z.nullable(percent),
})
export type FlexibleDetails = z.output<typeof flexibleDetails>

/** The rate of what is deposited today, which earns from tomorrow on, and of every projection. */
export function rateFromTomorrow({
  daily_profit_percentage: today,
  next_daily_profit_percentage: next,
}: FlexibleDetails) {
  return next ?? today
}

export const getFlexibleDetails = endpoint({
  name: 'getFlexibleDetails',
  method: 'GET',
  path: '/flexible/details',
  who: 'user',
  summary: 'What Earn pays, and the limits of one deposit',
  reply: flexibleDetails,
})

export const flexibleTransaction = z.object({
  /** Unique in the list, unlike ids, which repeat across types. */
  key: z.string(),
  id,
  /** Null for interest and the welcome bonus, which nobody requested. */
  number: z.nullable(recordNumber),
  type: z.enum(['deposit', 'withdraw', 'interest']),
  amount: money,
  balance_after: money,
  created_at: instant,
  /** Whether it is the welcome bonus, a deposit made by the platform. */
  is_welcome_bonus: z.boolean(),
})
export type FlexibleTransaction = z.output<typeof flexibleTransaction>

export const listFlexibleTransactions = endpoint({
  name: 'listFlexibleTransactions',
  method: 'GET',
  path: '/flexible/transactions',
  who: 'user',
  summary: 'Deposits, withdrawals and interest of the Earn account, newest first',
  query: z.strictObject({ cursor }),
  reply: z.object({ data: z.array(flexibleTransaction), next_cursor: nextCursor }),
})

export const flexibleInterest = z.object({
  date: day,
  eligible_balance: money,
  rate: percent,
  /** eligible_balance × rate in rupees, with all decimals. */
  exact_interest: z.string(),
  posted: money,
  /** The fraction carried to the next day, in rupees: below one paisa. */
  carried: z.string(),
  balance_after: money,
})
export type FlexibleInterest = z.output<typeof flexibleInterest>

export const listFlexibleInterest = endpoint({
  name: 'listFlexibleInterest',
  method: 'GET',
  path: '/flexible/interest',
  who: 'user',
  summary: 'The calculation of each day: eligible balance, rate, exact interest, posted paise, carried fraction',
  query: z.strictObject({ cursor }),
  reply: z.object({ data: z.array(flexibleInterest), next_cursor: nextCursor }),
})

/** The Earn account at the end of a business day; for today, at this moment. */
export const flexibleDay = z.object({
  date: day,
  balance: money,
  /** All interest posted up to that day. */
  interest: money,
})
export type FlexibleDay = z.output<typeof flexibleDay>

export const getFlexibleDays = endpoint({
  name: 'getFlexibleDays',
  method: 'GET',
  path: '/flexible/days',
  who: 'user',
  summary:
    'The Earn account at the end of each of the last days, oldest first, with today as of now. Without `days`: since its first movement, at least a week, thinned out to at most 366 days.',
  query: z.strictObject({ days: optionalInteger({ min: 2, max: 366 }) }),
  reply: z.object({ data: z.array(flexibleDay) }),
})

export const flexibleMove = z.strictObject({ amount })
const move = { body: flexibleMove, reply: flexibleTransaction, status: 201 as const, idempotent: true }

export const depositFlexible = endpoint({
  name: 'depositFlexible',
  method: 'POST',
  path: '/flexible/deposit',
  who: 'user',
  byDate: true,
  summary: 'Move money from the wallet into Earn; it earns from the next day on',
  refusals: ['below_minimum', 'above_maximum', ...postingRefusals],
  ...move,
})

export const withdrawFlexible = endpoint({
  name: 'withdrawFlexible',
  method: 'POST',
  path: '/flexible/withdraw',
  who: 'user',
  byDate: true,
  summary: 'Move money from Earn back to the wallet',
  refusals: ['bonus_locked', 'bonus_had_before', ...postingRefusals],
  ...move,
})
