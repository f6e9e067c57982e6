/** An admin's second factor: six digits of an authenticator app, or one of ten recovery codes. */
import * as z from 'zod/mini'
import { knownPassword } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { instant, messageReply, pathId, text } from './shapes.ts'

/** The header that carries a fresh code on calls that require one (`freshCode`). */
export const FRESH_CODE_HEADER = 'x-second-factor'

const code = text({ max: 40, missing: 'code_missing' })
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const getSecondFactor = endpoint({
  name: 'getSecondFactor',
  method: 'GET',
  path: '/admin/second-factor',
  who: 'admin',
  permission: 'panel.enter',
  beforeSecondFactor: true,
  summary: 'Whether the admin has a second factor, and whether every admin must have one',
  reply: z.object({ active_since: z.nullable(instant), recovery_codes_left: z.int(), required: z.boolean() }),
})

export const beginSecondFactor = endpoint({
  name: 'beginSecondFactor',
  method: 'POST',
  path: '/admin/second-factor/begin',
  who: 'admin',
  permission: 'panel.enter',
  freshCode: 'never',
  fourEyes: 'never',
  beforeSecondFactor: true,
  summary: 'A new secret for the authenticator app; it takes effect once a code from it is confirmed',
  refusals: ['second_factor_active', 'wrong_current_password'],
  body: z.strictObject({ password: knownPassword }),
  reply: z.object({
    /** Base32, for typing into the app. */
    secret: z.string(),
    /** otpauth://, for scanning. */
    uri: z.string(),
  }),
})

export const confirmSecondFactor = endpoint({
  name: 'confirmSecondFactor',
  method: 'POST',
  path: '/admin/second-factor/confirm',
  who: 'admin',
  permission: 'panel.enter',
  freshCode: 'never',
  fourEyes: 'never',
  beforeSecondFactor: true,
  summary: 'Turn the second factor on; returns the recovery codes, which are shown only this once',
  refusals: ['second_factor_wrong'],
  body: z.strictObject({ code }),
  reply: recoveryCodes,
})

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/admin/second-factor/recovery-codes',
  who: 'admin',
  permission: 'panel.enter',
  freshCode: 'always',
  fourEyes: 'never',
  summary: 'Ten new recovery codes in place of the old ones',
  refusals: ['second_factor_missing'],
  reply: recoveryCodes,
})

export const removeSecondFactor = endpoint({
  name: 'removeSecondFactor',
  method: 'POST',
  path: '/admin/second-factor/remove',
  who: 'admin',
  permission: 'panel.enter',
  freshCode: 'always',
  fourEyes: 'never',
  summary: 'Turn the second factor off',
  refusals: ['second_factor_missing'],
  reply: messageReply,
})

export const resetSecondFactor = endpoint({
  name: 'resetSecondFactor',
  method: 'POST',
  path: '/admin/admins/{id}/second-factor/reset',
  who: 'admin',
  permission: 'admins.manage',
  freshCode: 'always',
  fourEyes: 'never',
  summary: 'Turn the second factor off for another admin who has lost the app and the recovery codes',
  refusals: ['own_second_factor_needed', 'second_factor_missing', 'own_second_factor'],
  params: z.strictObject({ id: pathId }),
  reply: messageReply,
})
