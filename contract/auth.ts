/** Signing up, in and out; forgotten passwords. */
import * as z from 'zod/mini'
import { complaint } from './complaint.ts'
import { email, phone } from './contact.ts'
import { endpoint, postingRefusals } from './endpoint.ts'
import { adminRole } from './roles.ts'
import { composed, id, messageReply, name, text, withoutInvisible } from './shapes.ts'

const PASSWORD_MIN = 8
const PASSWORD_MAX = 128

/** A password that someone chooses: 8 to 128 characters of any kind. Never trimmed; NFC, so that every keyboard types the same. */
export const newPassword = z.codec(
  z.string(complaint('not_text')),
  z.string().check(
    z.refine((value) => [...value].length >= PASSWORD_MIN, complaint('too_short', { min: PASSWORD_MIN })),
    z.refine((value) => [...value].length <= PASSWORD_MAX, complaint('too_long', { max: PASSWORD_MAX })),
  ),
  { decode: composed, encode: (value) => value },
)

/** A password that someone claims to know: it is only compared, so only its size is bounded. */
export const knownPassword = z.codec(
  z.string(complaint('not_text')),
  z.string().check(z.minLength(1, complaint('required')), z.maxLength(1000, complaint('too_long', { max: 1000 }))),
  { decode: composed, encode: (value) => value },
)

export const role = z.enum(['user', 'admin'])

export const sessionUser = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  role,
  /** The roles of an admin; users have none. */
  roles: z.optional(z.array(adminRole)),
})
export type SessionUser = z.output<typeof sessionUser>

export const signedIn = z.object({ token: z.string(), user: sessionUser })
const nothingTyped = z.literal('')

export const register = endpoint({
  name: 'register',
  method: 'POST',
  path: '/register',
  who: 'anyone',
  limit: 'register',
  summary: 'Open an account',
  refusals: ['email_taken', 'phone_taken', 'unknown_referral_code', 'weak_password', ...postingRefusals],
  body: z.strictObject({
    name,
    email,
    phone,
    password: newPassword,
    referral_code: z.optional(z.nullable(z.union([nothingTyped, text({ max: 40, min: 0 })]))),
    /** The token of a mailed link that POST /claim-email accepted: it proves the address of that mail. */
    claim_token: z.optional(text({ max: 200 })),
  }),
  reply: signedIn,
  status: 201,
})

/** An e-mail address or a phone number, perhaps copied from an address book. */
const loginName = z.codec(z.string(complaint('not_text')), text({ max: 254 }), {
  decode: withoutInvisible,
  encode: (name) => name,
})

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/login',
  who: 'anyone',
  limit: 'login',
  summary: 'Sign in with an e-mail address or a phone number',
  refusals: ['wrong_credentials', 'account_inactive', 'second_factor_required', 'second_factor_wrong'],
  body: z.strictObject({
    login: loginName,
    password: knownPassword,
    /** For an admin with a second factor: six digits from the app, or a recovery code. */
    code: z.optional(text({ max: 40, min: 0 })),
  }),
  reply: signedIn,
})

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/logout',
  who: 'signed-in',
  limit: 'none', // whoever copied a session must not be able to use up the way to end it
  beforePasswordChange: true,
  beforeSecondFactor: true,
  summary: 'End this session',
  reply: messageReply,
})

export const forgotPassword = endpoint({
  name: 'forgotPassword',
  method: 'POST',
  path: '/forgot-password',
  who: 'anyone',
  limit: 'forgot',
  summary: 'Ask for a link that sets a new password; the answer never reveals whether the address is known',
  body: z.strictObject({ email }),
  reply: messageReply,
})

export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/reset-password',
  who: 'anyone',
  limit: 'login',
  summary: 'Set a new password with the token of a mailed link',
  refusals: ['reset_link_dead', 'passwords_differ', 'weak_password', 'password_unchanged'],
  body: z.strictObject({
    token: text({ max: 200 }),
    password: newPassword,
    password_confirmation: z.string(complaint('not_text')).check(z.maxLength(1000)),
  }),
  reply: messageReply,
})
