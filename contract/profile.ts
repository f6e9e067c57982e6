/** What a person sees and changes in their own account. */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { knownPassword, newPassword } from './auth.ts'
import { adminRole } from './roles.ts'
import { complaint } from './complaint.ts'
import { endpoint } from './endpoint.ts'
import { govtId, kycForm } from './kyc.ts'

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
