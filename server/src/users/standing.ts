/** Whether an account may be used, whether its money may leave, and its end. */
import type * as calls from '@bittkosh/contract/users'
import type { UserRow } from '@bittkosh/contract/users'
import { actingIn, record, requireNotOwn } from '../audit/actions.ts'
import { endResets, lockOwners, ownerOf, setActive, setFrozen } from '../auth/actions.ts'
import { takeBackBonus } from '../flexible/actions.ts'
import { mail } from '../mails/actions.ts'
import { notify } from '../notifications/actions.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Answer, Call, TxOf } from '../platform/http/http.ts'
import { accept, refuse } from '../platform/http/refuse.ts'
import { endSessions, type Member } from '../platform/identity/sessions.ts'
import { type PersonalTable, withoutNames } from '../platform/personal.ts'
import type { Services } from '../platform/services.ts'
import { hasOpenTransfer } from '../transfers/actions.ts'
import { closeUser } from './closing.ts'
import { lockUser, openBusiness, type UserRecord } from './queries.ts'
import { judgeFreeze, judgeShutOut } from './rules.ts'
import { type ReaderContext, serializeOne } from './serialize.ts'

export async function toggleUser(
  call: Call<typeof calls.toggleUser>,
  tx: TxOf<typeof calls.toggleUser>,
): Promise<Answer<typeof calls.toggleUser>> {
  const { params, body, user: admin, at, language, services } = call
  const found = (await lockUser(tx, params.id)) ?? refuse(tx, 'not_found')
  const answer = () => serializeOne(tx, found.id, { viewer: admin, at, config: services.config, language })
  const isActive = !found.is_active
  if (body.is_active === found.is_active) return answer() // another admin was faster, or the first reply was lost
  if (!isActive) await shutOut(tx, admin.id, found)
  await setActive(tx, at, found.id, isActive)
  record(tx, call, {
    action: isActive ? 'user activated' : 'user deactivated',
    subject: 'user',
    subjectId: found.id,
    before: { role: found.role, is_active: found.is_active },
    after: { role: found.role, is_active: isActive, reason_kind: body.reason_kind },
    reason: body.reason || null,
  })
  return answer()
}

export async function freezeUser(
  call: Call<typeof calls.freezeUser>,
  tx: TxOf<typeof calls.freezeUser>,
): Promise<Answer<typeof calls.freezeUser>> {
  const found = (await lockUser(tx, call.params.id)) ?? refuse(tx, 'not_found')
  accept(tx, judgeFreeze({ role: found.role, isFrozen: found.frozen_at !== null }))
  // The time under the lock, not that of the call: a payment made while the call waited came first.
  const frozenAt = call.services.clock.now()
  return changeFreeze(tx, call, { found, frozenAt, reason: call.body.reason })
}

export async function unfreezeUser(
  call: Call<typeof calls.unfreezeUser>,
  tx: TxOf<typeof calls.unfreezeUser>,
): Promise<Answer<typeof calls.unfreezeUser>> {
  const found = (await lockUser(tx, call.params.id)) ?? refuse(tx, 'not_found')
  if (found.frozen_at === null) refuse(tx, 'not_frozen')
  return changeFreeze(tx, call, { found, frozenAt: null, reason: null })
}

type FreezeCall = Omit<ReaderContext, 'viewer' | 'config'> & {
  user: Member
  address: string
  services: Pick<Services, 'config'>
}

async function changeFreeze(
  tx: Tx<'own_request'>,
  call: FreezeCall,
  { found, frozenAt, reason }: { found: UserRecord; frozenAt: Date | null; reason: string | null },
): Promise<UserRow> {
  const { user: admin, at, language, services } = call
  const isFrozen = frozenAt !== null
  await requireNotOwn(tx, { admin: admin.id, user: found.id })
  await setFrozen(tx, at, found.id, frozenAt)
  const kind = isFrozen ? 'money_frozen' : 'money_unfrozen'
  await notify(tx, at, { user: found.id, kind, values: {} })
  const owner = await ownerOf(tx, found.id)
  await mail(tx, at, { to: owner, kind, values: { name: owner.name } })
  record(tx, call, {
    action: isFrozen ? 'user frozen' : 'user unfrozen',
    subject: 'user',
    subjectId: found.id,
    before: { is_frozen: !isFrozen },
    after: { is_frozen: isFrozen },
    reason,
  })
  return serializeOne(tx, found.id, { viewer: admin, at, config: services.config, language })
}

export async function deleteUser(
  call: Call<typeof calls.deleteUser>,
  tx: TxOf<typeof calls.deleteUser>,
  everywhere: readonly PersonalTable[],
): Promise<Answer<typeof calls.deleteUser>> {
  const { params, body, user: admin, at, settings } = call
  const found = (await lockUser(tx, params.id)) ?? refuse(tx, 'not_found')
  await requireMayShutOut(tx, admin.id, found)
  await takeBackBonus(tx, at, { user: found.id, settings })
  const { holdsMoney, pendingRequests } = await openBusiness(tx, found.id)
  if (holdsMoney || pendingRequests || (await hasOpenTransfer(tx, found.id, at))) refuse(tx, 'user_holds_money')
  const { done, person } = await closeUser(tx, at, { user: found.id, everywhere })
  record(tx, call, {
    action: `user ${done}`,
    subject: 'user',
    subjectId: found.id,
    before: { role: found.role },
    after: body.reason_kind ? { reason_kind: body.reason_kind } : null,
    reason: body.reason ? withoutNames(body.reason, person) : null,
  })
}

async function requireMayShutOut(tx: Tx<'own_account' | 'last_owner'>, admin: number, { id, role }: UserRecord) {
  const owners = role === 'admin' ? await lockOwners(tx) : []
  accept(tx, judgeShutOut({ admins: actingIn(tx, admin), user: id, owners: owners.map((owner) => owner.id) }))
}

export async function shutOut(tx: Tx<'own_account' | 'last_owner'>, admin: number, user: UserRecord): Promise<void> {
  await requireMayShutOut(tx, admin, user)
  await endResets(tx, user.id) // otherwise they would work again if the account is activated in time
  await endSessions(tx, user.id)
}
