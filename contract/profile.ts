/** What a person sees and changes in their own account. */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { knownPassword, newPassword } from './auth.ts'
import { adminRole } from './roles.ts'
import { complaint } from './complaint.ts'
import { endpoint } from './endpoint.ts'
import { govtId, kycForm } from './kyc.ts'
import { day } from './shapes.ts'
import { addDays, dayOf, startOfDay } from './time.ts'

export const profile = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Withdrawals and BittPay require a proven e-mail address; senders can find a proven phone number. */
  email_verified: z.boolean(),
  phone_verified: z.boolean(),
  balance: money,
  referral_code: z.string(),
  refer_link: z.string(),
  govt_ids: z.array(govtId),
  /** The welcome bonus until its popup has been shown (POST /profile/welcome-seen), then null. */
  welcome_bonus: z.nullable(money),
  /** The day on which the account closes, because its owner asked for that; null if they did not. */
  closes_on: z.nullable(day),
  /** An admin set the password: every other call is refused until the user changes it. */
  must_change_password: z.boolean(),
  /** The current roles of an admin; users have none. */
  roles: z.optional(z.array(adminRole)),
})
export type Profile = z.output<typeof profile>

export const getProfile = endpoint({
  name: 'getProfile',
  method: 'GET',
  path: '/profile',
  who: 'signed-in',
  limit: 'session',
  beforePasswordChange: true,
  beforeSecondFactor: true,
  summary: "The caller's own account",
  reply: profile,
})

export const passwordChange = z.strictObject({
  current_password: knownPassword,
  new_password: newPassword,
  new_password_confirmation: z.string(complaint('not_text')).check(z.maxLength(1000)),
})

/** One call with two uses, distinguished by its fields: a change of the password, or identity documents. */
export const updateProfile = endpoint({
  name: 'updateProfile',
  method: 'PUT',
  path: '/profile',
  who: 'signed-in',
  limit: 'session',
  beforePasswordChange: true,
  beforeSecondFactor: true,
  summary: 'Change the password, or submit identity documents',
  refusals: [
    'changed_meanwhile',
    'passwords_differ',
    'weak_password',
    'password_unchanged',
    'password_change_required',
    'wrong_current_password',
    'kyc_open',
    'id_number_required',
    'aadhar_format',
    'pan_format',
    'images_required',
    'id_in_use',
  ],
  idempotent: true,
  body: z.union([passwordChange, kycForm]),
  reply: profile,
})

export const seeWelcome = endpoint({
  name: 'seeWelcome',
  method: 'POST',
  path: '/profile/welcome-seen',
  who: 'user',
  limit: 'none',
  summary: 'Record that the welcome popup was shown; it never opens again',
})

/** How many days after its owner asked for it an account is closed. */
export const CLOSING_DAYS = 14

/** The business day on which an account closes whose owner asked for it at this moment. */
export const closingDay = (askedAt: Date) => addDays(dayOf(askedAt), CLOSING_DAYS)

/** Whoever asked before this moment closes on this business day or an earlier one. */
export const closedBy = (day: string) => startOfDay(addDays(day, 1 - CLOSING_DAYS))

export const askToClose = endpoint({
  name: 'askToClose',
  method: 'POST',
  path: '/profile/closing',
  who: 'user',
  limit: 'session',
  byDate: true,
  summary:
    "Ask for the caller's account to be closed: it is in two weeks, if it holds no money then and nobody has taken the request back",
  refusals: [
    'wrong_current_password',
    'changed_meanwhile',
    'account_holds_money',
    'account_has_requests',
    'money_frozen',
  ],
  body: z.strictObject({ current_password: knownPassword }),
  reply: z.object({ closes_on: day }),
})

export const keepAccount = endpoint({
  name: 'keepAccount',
  method: 'DELETE',
  path: '/profile/closing',
  who: 'user',
  limit: 'none',
  summary: 'Take back the request to close the account',
})

export const exportOwnData = endpoint({
  name: 'exportOwnData',
  method: 'GET',
  path: '/profile/data',
  who: 'signed-in',
  limit: 'statement',
  summary:
    "Everything the platform holds about the caller's own account as one JSON document, including identity pictures",
  reply: 'file',
})
