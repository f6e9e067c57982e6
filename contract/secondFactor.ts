/** An admin's second factor: six digits of an authenticator app, or one of ten recovery codes. */
import * as z from 'zod/mini'
import { knownPassword } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { instant, messageReply, pathId, text } from './shapes.ts'

/** The header that carries a fresh code on calls that ask for one (`freshCode`). */
export const FRESH_CODE_HEADER = 'x-second-factor'

const code = text({ max: 40, missing: 'code_missing' })
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/admin/second-factor',
  who: 'admin',
  beforeSecondFactor: true,
  summary: 'Whether the admin has a second factor, and whether one is demanded of all',
  reply: z.object({ active_since: z.nullable(instant), recovery_codes_left: z.int(), required: z.boolean() }),
})

export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/admin/second-factor/begin',
  who: 'admin',
  beforeSecondFactor: true,
  summary: 'A new secret for the authenticator app; it counts once a code of it was confirmed',
  body: z.strictObject({ password: knownPassword }),
  reply: z.object({
    /** Base32, for typing into the app. */
    secret: z.string(),
    /** otpauth://, for scanning. */
    uri: z.string(),
  }),
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/admin/second-factor/confirm',
  who: 'admin',
  beforeSecondFactor: true,
  summary: 'Turns the second factor on and answers the recovery codes, which are shown only this once',
  body: z.strictObject({ code }),
  reply: recoveryCodes,
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/admin/second-factor/recovery-codes',
  who: 'admin',
  freshCode: true,
  summary: 'Ten new recovery codes in place of the old ones',
  reply: recoveryCodes,
})

export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/admin/second-factor/remove',
  who: 'admin',
  freshCode: true,
  summary: 'Turns the second factor off',
  reply: messageReply,
})

export const resetSecondFactor = endpoint({
  method: 'POST',
  path: '/admin/admins/{id}/second-factor/reset',
  who: 'admin',
  freshCode: true,
  summary: 'Turns the second factor of another admin off, who has lost app and recovery codes',
  params: z.strictObject({ id: pathId }),
  reply: messageReply,
})
