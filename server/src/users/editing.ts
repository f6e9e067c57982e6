/** What an admin changes about somebody: the account's own fields, the balance, and money in Earn. */
import { isReleased } from '@bittkosh/contract/contact'
import { type Paise, ZERO } from '@bittkosh/contract/money'
import type * as calls from '@bittkosh/contract/users'
import { record, requireUnchanged, requireNotOwn } from '../audit/actions.ts'
import { changeCredentialsByAdmin, hashTypedPassword, updateUser } from '../auth/actions.ts'
import { moveToWallet } from '../flexible/actions.ts'
import { balanceAdjusted } from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import { notify } from '../notifications/actions.ts'
import { requirePermission } from '../platform/http/caller.ts'
import type { Answer, Call, TxOf } from '../platform/http/http.ts'
import { accept, refuse, refusing } from '../platform/http/refuse.ts'
import { insertAdjustment, lockUser, type UserRecord } from './queries.ts'
import { judgeBalance } from './rules.ts'
import { serializeOne } from './serialize.ts'
import { shutOut } from './standing.ts'

export async function prepareEditUser(call: Call<typeof calls.editUser>) {
  const { password } = call.body
  return password === undefined ? null : hashTypedPassword(call, password)
}

export async function editUser(
  call: Call<typeof calls.editUser>,
  tx: TxOf<typeof calls.editUser>,
  passwordHash: Awaited<ReturnType<typeof prepareEditUser>>,
): Promise<Answer<typeof calls.editUser>> {
  const { params, body, user: admin, at, language, services } = call
  const found = (await lockUser(tx, params.id)) ?? refuse(tx, 'not_found')
  const { change } = accept(
    tx,
    judgeBalance({ now: found.balance, wanted: body.balance, openedWith: body.previous_balance }),
  )
  const { previous_updated_at: openedWith } = body
  await requireUnchanged(tx, at, { subject: 'user', id: found.id, openedWith, updatedAt: found.updated_at })
  requirePermissionToEdit(call, found, change)
  requireOwnGaps(tx, body, found)
  if (found.is_active && !body.is_active) await shutOut(tx, admin.id, found)
  await refusing(
    tx,
    { email_taken: 'email', phone_taken: 'phone', referral_code_taken: 'referral_code' },
    updateUser(tx, at, {
      id: found.id,
      name: body.name,
      email: body.email,
      phone: body.phone,
      isActive: body.is_active,
      referralCode: body.referral_code,
    }),
  )
  await changeCredentialsByAdmin(tx, at, {
    user: found.id,
    before: found,
    passwordHash,
    except: admin.session,
  })
  const reason = body.reason || null
  record(tx, call, {
    action: 'user edited',
    subject: 'user',
    subjectId: found.id,
    before: editable(found),
    after: {
      ...editable({ ...found, ...body }),
      password: passwordHash === null ? undefined : 'changed',
      reason_kind: body.reason_kind,
    },
    reason,
  })
  if (change !== ZERO) {
    await requireNotOwn(tx, { admin: admin.id, user: found.id })
    const id = await insertAdjustment(tx, { user: found.id, change, reason, admin: admin.id, at })
    await notify(tx, at, {
      user: found.id,
      about: id,
      kind: 'balance_adjusted',
      values: { change, reason },
    })
    await post(tx, at, balanceAdjusted({ id, user: found.id, change }), { field: 'balance' })
  }
  return serializeOne(tx, found.id, { viewer: admin, at, config: services.config, language })
}

export async function moveEarnToWallet(
  call: Call<typeof calls.moveEarnToWallet>,
  tx: TxOf<typeof calls.moveEarnToWallet>,
): Promise<Answer<typeof calls.moveEarnToWallet>> {
  const { params, body, user: admin, at, settings } = call
  const { id } = (await lockUser(tx, params.id)) ?? refuse(tx, 'not_found')
  await requireNotOwn(tx, { admin: admin.id, user: id })
  const amount = await moveToWallet(tx, at, { user: id, settings })
  if (amount === ZERO) return refuse(tx, 'nothing_in_earn')
  const { reason } = body
  record(tx, call, { action: 'earn moved to wallet', subject: 'user', subjectId: id, after: { amount }, reason })
  return { amount }
}

/** Changing a balance requires the permission for money; changing identity or sign-in data is for owners. */
function requirePermissionToEdit(call: Call<typeof calls.editUser>, found: UserRecord, change: Paise): void {
  if (change !== ZERO) requirePermission(call, 'balances.edit')
  const { name, email, phone, is_active, referral_code, password } = call.body
  const changed = { name, email, phone, is_active, referral_code }
  const isOther = Object.entries(changed).some(([field, value]) => found[field as keyof typeof changed] !== value)
  if (isOther || password !== undefined) requirePermission(call, 'people.edit')
}

/**
 * Where an account has no contact of its own, what its reply shows in the place is sent back; no other account takes it, nor the
 * referral code that an account has once it is closed.
 */
function requireOwnGaps(
  tx: TxOf<typeof calls.editUser>,
  { email, phone, referral_code: code }: Call<typeof calls.editUser>['body'],
  found: UserRecord,
): void {
  if (isReleased(email) && email !== found.email) refuse(tx, { code: 'email_taken', field: 'email' })
  if (isReleased(phone) && phone !== found.phone) refuse(tx, { code: 'phone_taken', field: 'phone' })
  if (/^closed \d+$/.test(code)) refuse(tx, { code: 'referral_code_taken', field: 'referral_code' })
}

function editable({ name, email, phone, role, balance, is_active, referral_code }: Omit<UserRecord, 'referred_by'>) {
  return { name, email, phone, role, balance, is_active, referral_code }
}
