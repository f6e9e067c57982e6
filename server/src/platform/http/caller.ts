/** Who makes a call, what they may do, and the fresh code that they sent. */
import { type Endpoint, permissionsOf, takesFreshCode } from '@bittkosh/contract/endpoint'
import { isPermitted, type Permission } from '@bittkosh/contract/permissions'
import { FRESH_CODE_HEADER } from '@bittkosh/contract/secondFactor'
import type { FastifyRequest } from 'fastify'
import { codeCounters, takeCode } from '../identity/secondFactor.ts'
import type { Member, MemberOf, SignedIn } from '../identity/sessions.ts'
import type { Services } from '../services.ts'
import { isInBackground, tokenOf } from './headers.ts'
import { languageOf } from './language.ts'
import { type MayRefuse, Refusal, refuse } from './refuse.ts'

/** The member of the session; undefined if anyone may call. Refuses callers who may not. */
export async function identify(
  { settings, memberOf }: Pick<Services, 'settings'> & { memberOf: MemberOf },
  endpoint: Endpoint,
  request: FastifyRequest,
  at: Date,
): Promise<SignedIn | undefined> {
  if (endpoint.who === 'anyone') return undefined
  const token = tokenOf(request)
  const language = languageOf(request.headers.cookie)
  const member = token ? await memberOf({ token, at, language, isBackground: isInBackground(request) }) : undefined
  if (!member) throw new Refusal({ code: 'unauthorized' })
  if (endpoint.who !== 'signed-in' && endpoint.who !== member.role) throw new Refusal({ code: 'wrong_role' })
  if (member.mustChangePassword && !endpoint.beforePasswordChange)
    throw new Refusal({ code: 'password_change_required' })
  if (member.role === 'admin' && !member.secondFactor && !endpoint.beforeSecondFactor) {
    if ((await settings.current()).text('admin_second_factor') === 'on')
      throw new Refusal({ code: 'second_factor_setup_required' })
  }
  const needed = permissionsOf(endpoint)
  if (needed.length > 0 && !needed.some((permission) => isPermitted(member.roles, permission)))
    throw new Refusal({ code: 'not_permitted' })
  return member
}

/**
 * Refuses `not_permitted`, for handlers of calls that name several permissions and check by what the call changes. For a
 * call that somebody approves, also `may_not_decide`.
 */
export function requirePermission(
  call: MayRefuse<'not_permitted'> & { user: Member; approvedBy: Member | null; required: Set<Permission> },
  permission: Permission,
): void {
  call.required = new Set([...call.required, permission])
  if (!isPermitted(call.user.roles, permission)) refuse(call, 'not_permitted')
  if (call.approvedBy && !isPermitted(call.approvedBy.roles, permission)) throw new Refusal({ code: 'may_not_decide' })
}

/** Outside the call's transaction, so that a wrong code counts even if the call is refused. */
export async function tookFreshCode(
  { db, config }: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  user: Member | undefined,
  at: Date,
): Promise<boolean> {
  const code = request.headers[FRESH_CODE_HEADER]
  if (!takesFreshCode(endpoint) || !user?.secondFactor || typeof code !== 'string') return false
  const { id, session } = user
  const counters = codeCounters({ user: id, session, address: request.ip })
  await takeCode(db, config, { user: id, code, session, counters, at })
  return true
}

/** Whether an admin with a second factor sent no code with this call. */
export function lacksFreshCode({ user, hasFreshCode }: { user: Member; hasFreshCode: boolean }): boolean {
  return user.secondFactor && !hasFreshCode
}
