/** Proven contacts: a code that was sent to an e-mail address or phone number has been returned. */
import * as z from 'zod/mini'
import { complaint } from './complaint.ts'
import { endpoint, postingRefusals } from './endpoint.ts'
import { text } from './shapes.ts'

export const CONTACT_CODE_MINUTES = 30
export const CONTACT_CODE_TRIES = 5

const contactState = z.object({
  verified: z.boolean(),
  /** The last code sent, while it is valid. */
  code: z.nullable(z.object({ seconds_left: z.int(), tries_left: z.int() })),
  /** How long until another code may be sent; 0 means now. */
  resend_in_seconds: z.int(),
})

export const verification = z.object({
  email: contactState,
  /** `by`: proven by a code in a short message or, if none can be sent, by an approved identity document. */
  phone: z.extend(contactState, { by: z.enum(['code', 'identity']) }),
})
export type Verification = z.output<typeof verification>

const code = z.string(complaint('six_digits')).check(z.regex(/^[0-9]{6}$/, complaint('six_digits')))

export const getVerification = endpoint({
  name: 'getVerification',
  method: 'GET',
  path: '/verification',
  who: 'user',
  summary: "Which contacts of the caller's account are proven, and the codes that were sent",
  reply: verification,
})

export const verifyEmail = endpoint({
  name: 'verifyEmail',
  method: 'POST',
  path: '/verify-email',
  who: 'user',
  summary: 'Prove the e-mail address with the code that was mailed to it',
  refusals: ['contact_code_wrong', 'contact_code_dead'],
  body: z.strictObject({ code }),
  reply: verification,
})

export const resendEmailCode = endpoint({
  name: 'resendEmailCode',
  method: 'POST',
  path: '/verify-email/resend',
  who: 'user',
  summary: 'Mail a new code; the previous one stops working',
  reply: verification,
})

export const verifyPhone = endpoint({
  name: 'verifyPhone',
  method: 'POST',
  path: '/verify-phone',
  who: 'user',
  summary: 'Prove the phone number with the code from an SMS',
  refusals: ['contact_code_wrong', 'contact_code_dead'],
  body: z.strictObject({ code }),
  reply: verification,
})

export const resendPhoneCode = endpoint({
  name: 'resendPhoneCode',
  method: 'POST',
  path: '/verify-phone/resend',
  who: 'user',
  summary: 'Send a code to the phone number; the previous one stops working',
  refusals: ['phone_by_identity'],
  reply: verification,
})

export const claimEmail = endpoint({
  name: 'claimEmail',
  method: 'POST',
  path: '/claim-email',
  who: 'anyone',
  limit: 'login',
  byDate: true,
  summary: 'Free an e-mail address from the unproven account that holds it, with the token of a link mailed to it',
  refusals: ['claim_link_dead', ...postingRefusals],
  body: z.strictObject({ token: text({ max: 200 }) }),
  /** For half an hour, a registration with the same token proves this address. */
  reply: z.object({ email: z.string() }),
})
