/** What an admin sees of users and changes about them. */
import { statementFields } from './wallet.ts'
import * as z from 'zod/mini'
import { money, wallet } from './amounts.ts'
import { newPassword } from './auth.ts'
import { complaint } from './complaint.ts'
import { emailOrNone, phoneOrNone } from './contact.ts'
import { endpoint, postingRefusals } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import { adminGovtId, lockedRecord } from './kyc.ts'
import { marks } from './marks.ts'
import { AMOUNT_MAX, ZERO } from './money.ts'
import { kinds, subjects } from './movements.ts'
import {
  isCut,
  cursor,
  day,
  id,
  instant,
  name,
  nextCursor,
  note,
  openedWith,
  optionalNote,
  page,
  pagination,
  pathId,
  perPage,
  search,
  text,
} from './shapes.ts'
import { usual } from './unusual.ts'

export const userRow = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.enum(['user', 'admin']),
  balance: money,
  is_active: z.boolean(),
  /** Since when the money is frozen; null if it is not. */
  frozen_at: z.nullable(instant),
  referral_code: z.string(),
  /** The referrer's name; null without one. */
  referred_by: z.nullable(z.string()),
  created_at: instant,
  /** When an admin last changed it; null if none has. */
  updated_at: z.nullable(instant),
  govt_ids: z.array(adminGovtId),
  marks,
})
export type UserRow = z.output<typeof userRow>

export const userSorts = ['newest', 'oldest', 'name', 'balance'] as const
export type UserSort = (typeof userSorts)[number]
/** Further ways to narrow a list of users. */
export const userFilters = ['frozen', 'flagged', 'closing'] as const
export const userStatuses = ['active', 'inactive'] as const

const filter = {
  search,
  status: z.optional(z.enum(userStatuses)),
  role: z.optional(z.enum(['user', 'admin'])),
  /** Only the frozen ones, only those with a flag of their own, or only those who asked for their account to be closed. */
  only: z.optional(z.enum(userFilters)),
  sort: z.optional(z.enum(userSorts)),
}

export const exportUsers = endpoint({
  name: 'exportUsers',
  method: 'GET',
  path: '/users/export',
  who: 'admin',
  permission: 'exports.people',
  freshCode: 'always',
  limit: 'statement',
  summary: 'The filtered users as CSV or XLSX, without ID numbers; logged',
  refusals: ['too_many_rows'],
  query: exportQuery(filter),
  reply: 'file',
})

export const exportPerson = endpoint({
  name: 'exportPerson',
  method: 'GET',
  path: '/users/{id}/data',
  who: 'admin',
  permission: 'exports.people',
  freshCode: 'always',
  limit: 'statement',
  summary:
    'Everything the platform holds about one person as one JSON document, without pictures; for a closed account, what remains of it. Logged',
  params: z.strictObject({ id: pathId }),
  reply: 'file',
})

export const listUsers = endpoint({
  name: 'listUsers',
  method: 'GET',
  path: '/users',
  who: 'admin',
  permission: 'people.read',
  summary:
    'Users: search by name or e-mail (any case), by part of the phone number, or by #number; a search counts up to 5,000 of each status',
  query: z.strictObject({ page, per_page: perPage, ...filter }),
  reply: z.object({
    data: z.array(userRow),
    pagination,
    counts: z.object({ active: z.int(), inactive: z.int() }),
    is_cut: isCut,
  }),
})

const one = z.strictObject({ id: pathId })

/** Why an admin changes a balance or shuts somebody out: a kind, and the admin's own words. */
export const reasonKinds = ['error', 'goodwill', 'fraud', 'other'] as const
export const reasonKind = z.enum(reasonKinds)
export type ReasonKind = z.output<typeof reasonKind>

/** Kept in the audit log. The panel always asks for both; other clients may send neither. */
const reasonFields = { reason: optionalNote, reason_kind: z.optional(reasonKind) }
const givenReason = z.strictObject(reasonFields)

export const toggleUser = endpoint({
  name: 'toggleUser',
  method: 'POST',
  path: '/users/{id}/toggle-status',
  who: 'admin',
  permission: 'people.edit',
  freshCode: 'sometimes',
  fourEyes: 'sometimes',
  idempotent: true,
  summary: 'Activate or deactivate a user; deactivation ends their sessions',
  refusals: ['own_account', 'last_owner'],
  params: one,
  body: z.strictObject({
    ...reasonFields,
    /** Whether the user is to be active. If they already are, nothing changes; if left out, it is toggled. */
    is_active: z.optional(z.boolean()),
  }),
  reply: userRow,
})

export const moveEarnToWallet = endpoint({
  name: 'moveEarnToWallet',
  method: 'POST',
  path: '/users/{id}/earn-to-wallet',
  who: 'admin',
  permission: 'balances.edit',
  freshCode: 'always',
  fourEyes: 'never',
  idempotent: true,
  byDate: true,
  summary: "Move everything that may leave a user's Earn account to their wallet, so that the account can be closed",
  refusals: ['own_request', 'nothing_in_earn', ...postingRefusals],
  params: one,
  body: z.strictObject({ reason: note }),
  reply: z.object({ amount: money }),
})

export const freezeUser = endpoint({
  name: 'freezeUser',
  method: 'POST',
  path: '/users/{id}/freeze',
  who: 'admin',
  permission: 'people.freeze',
  freshCode: 'always',
  fourEyes: 'never',
  idempotent: true,
  summary: "Freeze a user's money: no withdrawal, no BittPay, no payout of pending requests. They can still sign in",
  refusals: ['only_users_freeze', 'own_request', 'already_frozen'],
  params: one,
  body: z.strictObject({ reason: note }),
  reply: userRow,
})

export const unfreezeUser = endpoint({
  name: 'unfreezeUser',
  method: 'POST',
  path: '/users/{id}/unfreeze',
  who: 'admin',
  permission: 'people.freeze',
  freshCode: 'always',
  fourEyes: 'never',
  idempotent: true,
  summary: "Unfreeze a user's money",
  refusals: ['own_request', 'not_frozen'],
  params: one,
  reply: userRow,
})

export const deleteUser = endpoint({
  name: 'deleteUser',
  method: 'DELETE',
  path: '/users/{id}',
  who: 'admin',
  permission: 'people.edit',
  freshCode: 'sometimes',
  fourEyes: 'sometimes',
  byDate: true,
  idempotent: true,
  summary:
    "Close an account that holds none of the user's own money, taking back a welcome bonus that was never unlocked; an account without any history is deleted",
  refusals: ['user_holds_money', 'own_account', 'last_owner', ...postingRefusals],
  params: one,
  body: givenReason,
})

export const editUser = endpoint({
  name: 'editUser',
  method: 'PUT',
  path: '/admin/users/{id}/edit',
  who: 'admin',
  permission: ['people.edit', 'balances.edit'],
  freshCode: 'sometimes',
  fourEyes: 'sometimes',
  idempotent: true,
  summary: 'Change a user; a changed balance becomes an adjustment in the ledger',
  refusals: [
    'changed_meanwhile',
    'email_taken',
    'phone_taken',
    'referral_code_taken',
    'weak_password',
    'own_request',
    'own_account',
    'last_owner',
    'balance_moved',
    ...postingRefusals,
  ],
  params: one,
  body: z
    .strictObject({
      name,
      email: emailOrNone,
      phone: phoneOrNone,
      balance: wallet,
      /** The balance that the form was opened with; if the wallet has moved since, nothing changes (409). */
      previous_balance: z.optional(wallet),
      previous_updated_at: openedWith,
      is_active: z.boolean(),
      referral_code: text({ max: 40 }),
      password: z.optional(newPassword),
      /** Why the balance changes or the user is shut out: kept on the adjustment and in the audit log. The panel always asks. */
      reason: optionalNote,
      reason_kind: z.optional(reasonKind),
    })
    .check(({ value, issues }) => {
      // A balance above the largest request, which payments have added up to, may stay or be lowered but not raised.
      if (value.balance > AMOUNT_MAX && value.balance > (value.previous_balance ?? ZERO))
        issues.push({ code: 'custom', input: value, path: ['balance'], message: complaint('amount_or_zero_range') })
    }),
  reply: userRow,
})

const balances = z.object({ wallet: money, flexible: money, invested: money, held: money })

export const closedUser = endpoint({
  name: 'closedUser',
  method: 'GET',
  path: '/users/{id}/closed',
  who: 'admin',
  permission: 'people.read',
  summary:
    'What remains of a closed account: when it was closed, what it is still owed, and its locked identity records',
  params: one,
  reply: z.object({ id, closed_at: instant, balances, locked_records: z.array(lockedRecord) }),
})

const detailInvestment = z.object({
  cryptocurrency: z.string(),
  amount: money,
  investment_date: instant,
  maturity_date: instant,
  profit_earned: money,
  status: z.enum(['active', 'matured', 'withdrawn']),
})
const referredUser = z.object({ id, name: z.string(), email: z.string() })

export const userDetails = endpoint({
  name: 'userDetails',
  method: 'GET',
  path: '/admin/users/{id}/details',
  who: 'admin',
  permission: 'people.read',
  summary: 'Everything an admin needs to know about one user',
  params: one,
  reply: z.object({
    user: userRow,
    statistics: z.object({
      total_deposits: money,
      total_withdrawals: money,
      pending_deposits: money,
      pending_withdrawals: money,
    }),
    investments: z.object({
      crypto: z.object({
        total_invested: money,
        active_investments: z.int(),
        total_profit: money,
        /** The latest hundred. */
        investments: z.array(detailInvestment),
      }),
      flexible: z.object({
        current_balance: money,
        total_profit: money,
        /** The welcome bonus and its interest while they are locked in Earn, otherwise 0. */
        locked_bonus: money,
      }),
    }),
    balances,
    /** Limits of the account, and what to know about the person before their money moves. */
    standing: z.object({
      email_verified: z.boolean(),
      phone_verified: z.boolean(),
      /** Until when no money may leave after a changed password or e-mail address; null if it may. */
      money_paused_until: z.nullable(instant),
      /** Registration counts. Null if the person has never signed in, and once their account is closed. */
      last_sign_in_at: z.nullable(instant),
      /** The day on which the account closes at its owner's request; null without one. Absent like that of a profile. */
      closes_on: z.optional(z.nullable(day)),
      largest_deposit: z.nullable(money),
      largest_withdrawal: z.nullable(money),
      rejected_requests: z.int(),
      /** Accounts with the same ID number, payee or browser; the first ten. */
      linked: z.array(z.object({ id, name: z.string() })),
    }),
    /** The figures with which a change of the balance is compared (contract/unusual.ts). */
    usual,
    referrals: z.object({
      total_referrals: z.int(),
      active_referrals: z.int(),
      total_rewards: money,
      profit_share: money,
      referred_by: z.nullable(z.object({ name: z.string(), email: z.string() })),
      referral_detailed: z.array(
        z.object({
          referred_user: z.string(),
          created_at: instant,
          reward_amount: money,
          investment_type: z.string(),
        }),
      ),
      referred_users: z.array(referredUser),
    }),
  }),
})
export type UserDetails = z.output<NonNullable<Exclude<(typeof userDetails)['reply'], 'file'>>>

/** The accounts of a person in the ledger. */
export const userAccounts = ['wallet', 'flexible', 'invested', 'held'] as const
const userAccount = z.enum(userAccounts)
export type UserAccountName = z.output<typeof userAccount>

const ledgerLine = z.object({
  /** Increases in the order of booking, which is also the order of the balances. */
  id: z.int(),
  /** The moment from which it counts: a night's interest has the end of its day. */
  at: instant,
  account: userAccount,
  kind: z.enum(kinds),
  amount: money,
  /** Of that account, after this line. */
  balance: money,
  /** The record that moved the money; interest has a day and the first user of its batch. */
  subject: z.enum(subjects),
  subject_id: id,
  day: z.nullable(day),
  /** The other person of a BittPay transfer; otherwise null. */
  other: z.nullable(z.object({ id, name: z.string() })),
})
export type LedgerLine = z.output<typeof ledgerLine>

export const userLedger = endpoint({
  name: 'userLedger',
  method: 'GET',
  path: '/admin/users/{id}/ledger',
  who: 'admin',
  permission: 'records.read',
  summary: 'Every line of every account of a user with the running balance and the record it belongs to, newest first',
  params: one,
  query: z.strictObject({
    type: z.optional(z.enum(kinds)),
    account: z.optional(userAccount),
    /** Business days in Asia/Kolkata, both included. */
    from: z.optional(day),
    to: z.optional(day),
    cursor,
  }),
  reply: z.object({ data: z.array(ledgerLine), next_cursor: nextCursor }),
})

export const userStatement = endpoint({
  name: 'userStatement',
  method: 'GET',
  path: '/admin/users/{id}/statement',
  who: 'admin',
  permission: 'exports.money',
  freshCode: 'always',
  limit: 'statement',
  summary: "A user's statement, as the user can download it; logged",
  params: one,
  query: z.strictObject(statementFields),
  reply: 'file',
})
