/** What a person sees and changes of their own account. */
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
  /** Withdrawing and BittPay require a proven e-mail address; a proven phone number is found by senders. */
  email_verified: z.boolean(),
  phone_verified: z.boolean(),
  balance: money,
  referral_code: z.string(),
  refer_link: z.string(),
  govt_ids: z.array(govtId),
  /** The welcome bonus while its popup is still owed (POST /profile/welcome-seen ends it), else null. */
  welcome_bonus: z.nullable(money),
  /** An admin set the password: every other call is refused until it is changed. */
  must_change_password: z.boolean(),
  /** What an admin may do now; users have none. */
  roles: z.optional(z.array(adminRole)),
})
export type Profile = z.output<typeof profile>

export const getProfile = endpoint({
  name: 'getProfile',
  method: 'GET',
  path: '/profile',
  who: 'signed-in',
  beforePasswordChange: true,
  beforeSecondFactor: true,
  summary: 'The own account',
  reply: profile,
})

export const passwordChange = z.strictObject({
  current_password: knownPassword,
  new_password: newPassword,
  new_password_confirmation: z.string(complaint('not_text')).check(z.maxLength(1000)),
})

/** One call, told apart by its fields: a change of the password, or identity documents. */
export const updateProfile = endpoint({
  name: 'updateProfile',
  method: 'PUT',
  path: '/profile',
  who: 'signed-in',
  beforePasswordChange: true,
  beforeSecondFactor: true,
  summary: 'Change the password, or submit identity documents',
  refusals: [
    'changed_meanwhile',
    'passwords_differ',
    'weak_password',
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
  summary: 'The welcome popup was opened; it never opens again',
})

export const exportOwnData = endpoint({
  name: 'exportOwnData',
  method: 'GET',
  path: '/profile/data',
  who: 'signed-in',
  limit: 'statement',
  summary: 'Everything the platform holds about the own account as one JSON document, its identity pictures included',
  reply: 'file',
})
