/** What a person sees and changes of their own account. */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { knownPassword, newPassword } from './auth.ts'
import { complaint } from './complaint.ts'
import { endpoint } from './endpoint.ts'
import { govtId, kycForm } from './kyc.ts'

const profile = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  balance: money,
  referral_code: z.string(),
  refer_link: z.string(),
  govt_ids: z.array(govtId),
  /** The welcome bonus while its popup is still owed (POST /profile/welcome-seen ends it), else null. */
  welcome_bonus: z.nullable(money),
  /** An admin set the password: every other call is refused until it is changed. */
  must_change_password: z.boolean(),
})
export type Profile = z.output<typeof profile>

export const getProfile = endpoint({
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
  method: 'PUT',
  path: '/profile',
  who: 'signed-in',
  beforePasswordChange: true,
  beforeSecondFactor: true,
  summary: 'Change the password, or submit identity documents',
  body: z.union([passwordChange, kycForm]),
  reply: profile,
})

/** The same call as the password form makes it, so that its fields are checked one by one before it is sent. */
export const changePassword = endpoint({ ...updateProfile, body: passwordChange })

export const seeWelcome = endpoint({
  method: 'POST',
  path: '/profile/welcome-seen',
  who: 'user',
  limit: 'none',
  summary: 'The welcome popup was opened; it never opens again',
})
