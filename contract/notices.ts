/**
 * The program's own notices to a user: kinds with values. They are stored as data and turned into text when somebody
 * reads them (words/notices.ts), so the values of a kind that was ever stored keep their shape.
 */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { idTypes } from './kyc.ts'
import type { NotificationType } from './notifications.ts'
import { depositReasons, kycReasons, withdrawalReasons } from './reasons.ts'
import { day } from './shapes.ts'

/** The Hindi of a name in the same notice; older notices have none. */
const inHindi = z.optional(z.string())

/** A person's own words, as typed. */
const quoted = z.nullable(z.string())

const presetOf = <Reason extends string>(reasons: readonly Reason[]) => z.nullable(z.enum(reasons))

export const notices = {
  deposit_approved: {
    type: 'success',
    subject: 'deposit',
    values: z.object({ amount: money, bonus: money, package: quoted, package_hi: inHindi, note: quoted }),
  },
  deposit_rejected: {
    type: 'error',
    subject: 'deposit',
    values: z.object({
      amount: money,
      package: quoted,
      package_hi: inHindi,
      preset: presetOf(depositReasons),
      note: quoted,
    }),
  },
  deposit_reversed: {
    type: 'warning',
    subject: 'deposit',
    values: z.object({ amount: money, bonus: money, package: quoted, package_hi: inHindi, reason: z.string() }),
  },
  withdrawal_approved: {
    type: 'success',
    subject: 'withdrawal',
    /** `net` is the amount that arrived; older notices lack it. */
    values: z.object({ amount: money, net: z.optional(money), reference: z.string() }),
  },
  withdrawal_rejected: {
    type: 'error',
    subject: 'withdrawal',
    values: z.object({ amount: money, preset: presetOf(withdrawalReasons), note: quoted }),
  },
  withdrawal_returned: {
    type: 'error',
    subject: 'withdrawal',
    values: z.object({ amount: money, reason: z.string() }),
  },
  kyc_approved: { type: 'success', subject: 'kyc', values: z.object({ document: z.enum(idTypes) }) },
  kyc_rejected: {
    type: 'error',
    subject: 'kyc',
    values: z.object({ document: z.enum(idTypes), preset: presetOf(kycReasons), note: quoted }),
  },
  kyc_revoked: {
    type: 'warning',
    subject: 'kyc',
    values: z.object({ document: z.enum(idTypes), reason: z.string() }),
  },
  transfer_received: {
    type: 'success',
    subject: 'transfer',
    values: z.object({ sender: z.string(), amount: money, note: quoted }),
  },
  plan_matured: {
    type: 'success',
    subject: 'investment',
    values: z.object({ plan: z.string(), plan_hi: inHindi, amount: money, profit: money }),
  },
  plan_claimed: {
    type: 'success',
    subject: 'claim',
    values: z.object({ plan: z.string(), plan_hi: inHindi, amount: money, profit: money }),
  },
  referral_reward: { type: 'success', subject: 'referrals', values: z.object({ amount: money }) },
  referral_income: {
    type: 'success',
    subject: 'referrals',
    /** The total of a month's shares; older notices cover fewer shares and have no month. */
    values: z.object({ amount: money, month: z.optional(day) }),
  },
  /** The contact was never proven for this account, and now belongs to somebody else's. */
  contact_lost: { type: 'warning', subject: 'account', values: z.object({ contact: z.enum(['email', 'phone']) }) },
  /** The account was not closed on the day for which its owner had asked, because of what it held by then. */
  closing_lapsed: {
    type: 'warning',
    subject: 'account',
    values: z.object({ because: z.enum(['money', 'requests']) }),
  },
  money_frozen: { type: 'warning', subject: 'freeze', values: z.object({}) },
  money_unfrozen: { type: 'info', subject: 'freeze', values: z.object({}) },
  support_answered: { type: 'info', subject: 'conversation', values: z.object({}) },
  balance_adjusted: {
    type: 'info',
    subject: 'adjustment',
    /** `change` is negative if money was taken out; older notices lack it. */
    values: z.object({ change: z.optional(money), reason: quoted }),
  },
} as const satisfies Record<string, { type: NotificationType; subject: string; values: z.ZodMiniType }>

export type NoticeKind = keyof typeof notices
export type NoticeValues = { [K in NoticeKind]: z.output<(typeof notices)[K]['values']> }
export type NoticeSubject = (typeof notices)[NoticeKind]['subject']

/** A notice about one record has its id; one about several referrals' earnings, or about the account, has none. */
type About<Subject extends NoticeSubject> = Subject extends 'referrals' | 'account' | 'freeze'
  ? { about?: null }
  : { about: number }

export type Notice = {
  [K in NoticeKind]: { kind: K; values: NoticeValues[K] } & About<(typeof notices)[K]['subject']>
}[NoticeKind]

/** The page of the app that shows what a notice is about. */
export function linkOf(subject: NoticeSubject, id: number | null): string {
  switch (subject) {
    case 'deposit':
      return `/wallet?id=deposit-${id}`
    case 'withdrawal':
      return `/wallet?id=withdrawal-${id}`
    case 'transfer':
      return `/wallet?id=balance_transfer_received-${id}`
    case 'claim':
      return `/wallet?id=crypto_investment_claim-${id}`
    case 'adjustment':
      return `/wallet?id=adjustment-${id}`
    case 'conversation':
      return `/support?id=${id}`
    case 'kyc':
      return '/profile#kyc'
    case 'account':
      return '/profile'
    case 'investment':
      return '/portfolio'
    case 'freeze':
      return '/withdraw'
    case 'referrals':
      return '/wallet?kind=referrals'
    default:
      return subject satisfies never
  }
}
