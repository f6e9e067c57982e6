/** The refusals of a call: those of its rules, and those that follow from its shape. */
import { type Endpoint, takesFreshCode } from '@bittkosh/contract/endpoint'
import type { RefusalCode } from '@bittkosh/contract/refusals'
import type * as z from 'zod/mini'

const byShape = {
  any: ['malformed', 'too_many_requests', 'internal', 'unavailable'],
  signedIn: ['unauthorized'],
  oneRole: ['wrong_role'],
  permission: ['not_permitted'],
  afterPasswordChange: ['password_change_required'],
  afterSecondFactor: ['second_factor_setup_required'],
  params: ['not_found'],
  body: ['invalid', 'too_large', 'unsupported_type'],
  idempotent: ['key_reused', 'changed_meanwhile'],
  fourEyes: ['already_proposed', 'four_eyes_need_two'],
  freshCode: ['fresh_code_required', 'second_factor_wrong'],
  byDate: ['date_doubted'],
} as const satisfies Record<string, readonly RefusalCode[]>

type Codes<Shape extends keyof typeof byShape> = (typeof byShape)[Shape][number]

/** The refusals that any call may give. */
export type AnyCallsCode = Codes<'any'>

/** The codes with which a call's handler, and the functions it calls, may refuse. */
export type CodesOf<E> =
  | AnyCallsCode
  | (E extends { refusals: readonly (infer Code extends RefusalCode)[] } ? Code : never)
  | (E extends { who: 'anyone' } ? never : Codes<'signedIn'>)
  | (E extends { params: z.ZodMiniType } ? Codes<'params'> : never)
  | (E extends { body: unknown } ? Codes<'body'> : never)
  | (E extends { permission: unknown } ? Codes<'permission'> : never)
  | (E extends { freshCode: 'always' | 'sometimes' } ? Codes<'freshCode'> : never)

/** Every code that a client of the call may receive, sorted. */
export function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  const signedIn = endpoint.who !== 'anyone'
  const admins = endpoint.who === 'admin' || endpoint.who === 'signed-in'
  const codes: RefusalCode[] = [
    ...byShape.any,
    ...(endpoint.refusals ?? []),
    ...(signedIn ? byShape.signedIn : []),
    ...(signedIn && endpoint.who !== 'signed-in' ? byShape.oneRole : []),
    ...(endpoint.permission ? byShape.permission : []),
    ...(signedIn && !endpoint.beforePasswordChange ? byShape.afterPasswordChange : []),
    ...(admins && !endpoint.beforeSecondFactor ? byShape.afterSecondFactor : []),
    ...(endpoint.params ? byShape.params : []),
    ...(endpoint.body || endpoint.method !== 'GET' ? byShape.body : []),
    ...(endpoint.idempotent ? byShape.idempotent : []),
    ...(endpoint.fourEyes === 'sometimes' ? byShape.fourEyes : []),
    ...(takesFreshCode(endpoint) ? byShape.freshCode : []),
    ...(endpoint.byDate ? byShape.byDate : []),
  ]
  return [...new Set(codes)].sort()
}
