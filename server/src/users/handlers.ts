import type { Language } from '@bittkosh/contract/language'
import { type Paise, ZERO } from '@bittkosh/contract/money'
import type { Body } from '@bittkosh/contract/endpoint'
import { FOUND_MAX } from '@bittkosh/contract/shapes'
import * as calls from '@bittkosh/contract/users'
import { exportOwnData as exportOwnDataCall } from '@bittkosh/contract/profile'
import { claimEmail as claimEmailCall } from '@bittkosh/contract/verification'
import type { UserRow } from '@bittkosh/contract/users'
import { requireUnchanged, requireUnlinked, type ExportColumns, exportList, record } from '../audit/actions.ts'
import {
  changeCredentialsByAdmin,
  hashTypedPassword,
  lockOwners,
  ownerOf,
  setActive,
  setFrozen,
  updateUser,
} from '../auth/actions.ts'
import { moveToWallet, takeBackBonus } from '../flexible/actions.ts'
import { govtIdsForAdmin, lockedRecordsOf } from '../kyc/actions.ts'
import { balancesOf } from '../ledger/balances.ts'
import { balanceAdjusted } from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import { mail } from '../mails/actions.ts'
import { notify } from '../notifications/actions.ts'
import type { Config } from '../config.ts'
import { type Db, transaction, type Tx } from '../platform/database/database.ts'
import { requirePermission } from '../platform/http/caller.ts'
import {
  type Answer,
  type Call,
  prepareAndWrite,
  read,
  type Route,
  stages,
  write,
  type TxOf,
  type DbOf,
} from '../platform/http/http.ts'
import { paginationOf, sliceOf, totalOf } from '../platform/lists.ts'
import { requireActive } from '../platform/http/once.ts'
import { accept, refuse, refusing } from '../platform/http/refuse.ts'
import type { PersonalTable } from '../platform/personal.ts'
import type { Services } from '../platform/services.ts'
import { endSessions, type Member } from '../platform/identity/sessions.ts'
import { hasOpenTransfer } from '../transfers/actions.ts'
import { statementFile, statementName } from '../wallet/actions.ts'
import { claimEmail } from './claimEmail.ts'
import { exportOwnData, exportPerson } from './exporting.ts'
import { closeUser } from './closing.ts'
import { userLedger } from './ledger.ts'
import {
  closedSince,
  countUsers,
  type ExportedUser,
  exportedUsers,
  insertAdjustment,
  investmentsOf,
  usersPage,
  lockUser,
  openBusiness,
  referralIncomes,
  referredBy,
  standingOf,
  sumsOf,
  userById,
  type UserRecord,
} from './queries.ts'
import { judgeBalance, judgeFreeze, judgeShutOut } from './rules.ts'

/**
 * The room's calls. `everywhere` is what all rooms keep about people: closing an account erases it, and a download has
 * it.
 */
export function userRoutes(everywhere: readonly PersonalTable[]): Route[] {
  const withAll = {
    exportOwnData: (call: Call<typeof exportOwnDataCall>) => exportOwnData(call, everywhere),
    exportPerson: (call: Call<typeof calls.exportPerson>) => exportPerson(call, everywhere),
    deleteUser: (call: Call<typeof calls.deleteUser>, tx: TxOf<typeof calls.deleteUser>) =>
      deleteUser(call, tx, everywhere),
    claimEmail: (call: Call<typeof claimEmailCall>, tx: TxOf<typeof claimEmailCall>) =>
      claimEmail(call, tx, everywhere),
  }
  return [
    read(calls.listUsers, listUsers),
    stages(calls.exportUsers, exportUsers),
    stages(exportOwnDataCall, withAll.exportOwnData),
    stages(calls.exportPerson, withAll.exportPerson),
    read(calls.userDetails, userDetails),
    read(calls.userLedger, userLedger),
    stages(calls.userStatement, userStatement),
    read(calls.closedUser, closedUser),
    write(calls.toggleUser, toggleUser),
    write(calls.freezeUser, freezeUser),
    write(calls.unfreezeUser, unfreezeUser),
    prepareAndWrite(calls.editUser, prepareEditUser, editUser),
    write(calls.moveEarnToWallet, moveEarnToWallet),
    write(calls.deleteUser, withAll.deleteUser),
    write(claimEmailCall, withAll.claimEmail),
  ]
}

export async function listUsers(
  { query, user, at, language, services }: Call<typeof calls.listUsers>,
  db: Db,
): Promise<Answer<typeof calls.listUsers>> {
  const { search, status, role, only, sort = 'newest' } = query
  const counts = await countUsers(db, { search, role, only })
  const total = totalOf(counts, status)
  const isCut = Boolean(search ?? only) && Math.max(...(status ? [counts[status]] : Object.values(counts))) >= FOUND_MAX
  const rows = await usersPage(db, { search, status, role, only, sort, ...sliceOf(query, { total, search }) })
  return {
    data: await serialize(db, rows, { viewer: user, at, config: services.config, language }),
    pagination: paginationOf(query, total),
    counts,
    is_cut: isCut,
  }
}

export async function exportUsers(call: Call<typeof calls.exportUsers>): Promise<Answer<typeof calls.exportUsers>> {
  const { search, status, role, only, sort = 'newest' } = call.query
  const filter = { search, status, role, only, sort }
  return exportList(call, {
    list: 'users',
    subject: 'user',
    filter,
    rows: exportedUsers(filter),
    columns: exportColumns,
  })
}

export async function userDetails(
  { params, user, at, language, services, settings }: Call<typeof calls.userDetails>,
  db: DbOf<typeof calls.userDetails>,
): Promise<Answer<typeof calls.userDetails>> {
  const found = (await userById(db, params.id)) ?? refuse(db, 'not_found')
  const [sums, balances, { largest, ...standing }, investments, referred, incomes, rows] = await Promise.all([
    sumsOf(db, found.id, at),
    balancesOf(db, found.id),
    standingOf(db, found.id, at),
    investmentsOf(db, found.id, at),
    referredBy(db, found.id),
    referralIncomes(db, found.id),
    serialize(db, [found], { viewer: user, at, config: services.config, language }),
  ])
  return {
    user: rows[0] ?? refuse(db, 'not_found'),
    statistics: {
      total_deposits: sums.total_deposits,
      total_withdrawals: sums.total_withdrawals,
      pending_deposits: sums.pending_deposits,
      pending_withdrawals: sums.pending_withdrawals,
    },
    investments: {
      crypto: {
        total_invested: sums.crypto_invested,
        active_investments: sums.crypto_active,
        total_profit: sums.crypto_profit,
        investments,
      },
      flexible: { current_balance: sums.flexible_balance, total_profit: sums.flexible_profit },
    },
    balances,
    standing,
    usual: { largest, limit: settings.rupees('unusual_amount_above') },
    referrals: {
      total_referrals: sums.referred,
      active_referrals: sums.referred_active,
      total_rewards: sums.rewards,
      profit_share: sums.shares,
      referred_by: found.referred_by === null ? null : { name: found.referred_by, email: found.referrer_email ?? '' },
      referral_detailed: incomes,
      referred_users: referred,
    },
  }
}

export async function closedUser(
  { params: { id } }: Call<typeof calls.closedUser>,
  db: DbOf<typeof calls.closedUser>,
): Promise<Answer<typeof calls.closedUser>> {
  const closedAt = (await closedSince(db, id)) ?? refuse(db, 'not_found')
  return { id, closed_at: closedAt, locked_records: await lockedRecordsOf(db, id) }
}

export async function userStatement({
  params,
  query,
  user: admin,
  at,
  address,
  services: { db, reads },
}: Call<typeof calls.userStatement>): Promise<Answer<typeof calls.userStatement>> {
  const holder = (await userById(db, params.id)) ?? refuse(db, 'not_found')
  await transaction(db, async (tx) => {
    await requireActive(tx, admin.id)
    await record(tx, at, {
      admin: admin.id,
      action: 'statement exported',
      subject: 'user',
      subjectId: holder.id,
      address,
      after: { file: statementName(query) },
    })
  })
  return reads.run((source) => statementFile(source, { ...query, holder, at }))
}

export async function toggleUser(
  { params, body, user: admin, at, address, language, services }: Call<typeof calls.toggleUser>,
  tx: TxOf<typeof calls.toggleUser>,
): Promise<Answer<typeof calls.toggleUser>> {
  const found = (await lockUser(tx, params.id)) ?? refuse(tx, 'not_found')
  const isActive = !found.is_active
  if (!isActive) await shutOut(tx, admin.id, found, body)
  await setActive(tx, at, found.id, isActive)
  await record(tx, at, {
    admin: admin.id,
    action: isActive ? 'user activated' : 'user deactivated',
    subject: 'user',
    subjectId: found.id,
    address,
    before: { role: found.role, is_active: found.is_active },
    after: { role: found.role, is_active: isActive, reason_kind: body.reason_kind },
    reason: body.reason || null,
  })
  return serializeOne(tx, found.id, { viewer: admin, at, config: services.config, language })
}

export async function freezeUser(
  call: Call<typeof calls.freezeUser>,
  tx: TxOf<typeof calls.freezeUser>,
): Promise<Answer<typeof calls.freezeUser>> {
  const found = (await lockUser(tx, call.params.id)) ?? refuse(tx, 'not_found')
  accept(tx, judgeFreeze({ role: found.role, isFrozen: found.frozen_at !== null }))
  // The moment under the lock, not that of the call: what was paid while the call waited was paid before.
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

type FreezeCall = Omit<Reading, 'viewer' | 'config'> & {
  user: Member
  address: string
  services: Pick<Services, 'config'>
}

async function changeFreeze(
  tx: Tx<'own_request' | 'not_found'>,
  { user: admin, at, address, language, services }: FreezeCall,
  { found, frozenAt, reason }: { found: UserRecord; frozenAt: Date | null; reason: string | null },
): Promise<UserRow> {
  const isFrozen = frozenAt !== null
  await requireUnlinked(tx, { admin: admin.id, user: found.id })
  await setFrozen(tx, at, found.id, frozenAt)
  const kind = isFrozen ? 'money_frozen' : 'money_unfrozen'
  await notify(tx, at, { user: found.id, kind, values: {} })
  const owner = await ownerOf(tx, found.id)
  await mail(tx, at, { to: owner, kind, values: { name: owner.name } })
  await record(tx, at, {
    admin: admin.id,
    action: isFrozen ? 'user frozen' : 'user unfrozen',
    subject: 'user',
    subjectId: found.id,
    address,
    before: { is_frozen: !isFrozen },
    after: { is_frozen: isFrozen },
    reason,
  })
  return serializeOne(tx, found.id, { viewer: admin, at, config: services.config, language })
}

async function prepareEditUser(call: Call<typeof calls.editUser>) {
  const { password } = call.body
  return password === undefined ? null : hashTypedPassword(call, password)
}

export async function editUser(
  call: Call<typeof calls.editUser>,
  tx: TxOf<typeof calls.editUser>,
  passwordHash: Awaited<ReturnType<typeof prepareEditUser>>,
): Promise<Answer<typeof calls.editUser>> {
  const { params, body, user: admin, at, address, language, services } = call
  const found = (await lockUser(tx, params.id)) ?? refuse(tx, 'not_found')
  const { change } = accept(
    tx,
    judgeBalance({ now: found.balance, wanted: body.balance, openedWith: body.previous_balance }),
  )
  const { previous_updated_at: openedWith } = body
  await requireUnchanged(tx, at, { subject: 'user', id: found.id, openedWith, updatedAt: found.updated_at })
  requirePermissionToEdit(call, found, change)
  if (found.is_active && !body.is_active) await shutOut(tx, admin.id, found, body)
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
  await record(tx, at, {
    admin: admin.id,
    action: 'user edited',
    subject: 'user',
    subjectId: found.id,
    address,
    before: editable(found),
    after: {
      ...editable({ ...found, ...body }),
      password: passwordHash === null ? undefined : 'changed',
      reason_kind: body.reason_kind,
    },
    reason,
  })
  if (change !== ZERO) {
    await requireUnlinked(tx, { admin: admin.id, user: found.id })
    const id = await insertAdjustment(tx, { user: found.id, change, reason, admin: admin.id, at })
    await notify(tx, at, {
      user: found.id,
      about: id,
      kind: 'balance_adjusted',
      values: { reason },
    })
    await post(tx, at, balanceAdjusted({ id, user: found.id, change }), { field: 'balance' })
  }
  return serializeOne(tx, found.id, { viewer: admin, at, config: services.config, language })
}

export async function moveEarnToWallet(
  { params, body: { reason }, user: admin, at, address, settings }: Call<typeof calls.moveEarnToWallet>,
  tx: TxOf<typeof calls.moveEarnToWallet>,
): Promise<Answer<typeof calls.moveEarnToWallet>> {
  const { id } = (await lockUser(tx, params.id)) ?? refuse(tx, 'not_found')
  await requireUnlinked(tx, { admin: admin.id, user: id })
  const amount = await moveToWallet(tx, at, { user: id, settings })
  if (amount === ZERO) return refuse(tx, 'nothing_in_earn')
  await record(tx, at, {
    admin: admin.id,
    action: 'earn moved to wallet',
    subject: 'user',
    subjectId: id,
    address,
    after: { amount },
    reason,
  })
  return { amount }
}

export async function deleteUser(
  { params, body, user: admin, at, address, settings }: Call<typeof calls.deleteUser>,
  tx: TxOf<typeof calls.deleteUser>,
  everywhere: readonly PersonalTable[],
): Promise<Answer<typeof calls.deleteUser>> {
  const found = (await lockUser(tx, params.id)) ?? refuse(tx, 'not_found')
  accept(tx, await mayShutOut(tx, admin.id, found, body))
  await takeBackBonus(tx, at, { user: found.id, settings })
  const { holdsMoney, pendingRequests } = await openBusiness(tx, found.id)
  if (holdsMoney || pendingRequests || (await hasOpenTransfer(tx, found.id, at))) refuse(tx, 'user_holds_money')
  const done = await closeUser(tx, at, { user: found.id, everywhere })
  await record(tx, at, {
    admin: admin.id,
    action: `user ${done}`,
    subject: 'user',
    subjectId: found.id,
    address,
    before: { role: found.role },
    after: body.reason_kind ? { reason_kind: body.reason_kind } : null,
    reason: body.reason || null,
  })
}

const exportColumns: ExportColumns<ExportedUser> = {
  id: (user) => user.id,
  name: (user) => user.name,
  email: (user) => user.email,
  phone: (user) => user.phone,
  role: (user) => user.role,
  is_active: (user) => user.is_active,
  frozen_at: (user) => user.frozen_at,
  balance: (user) => user.balance,
  referral_code: (user) => user.referral_code,
  referred_by: (user) => user.referred_by,
  kyc_status: (user) => user.kyc_status ?? 'not_submitted',
  created_at: (user) => user.created_at,
}

/** A balance is for those who decide about money; who someone is, and whether they can sign in, for owners. */
function requirePermissionToEdit(call: Call<typeof calls.editUser>, found: UserRecord, change: Paise): void {
  if (change !== ZERO) requirePermission(call, 'balances.edit')
  const { name, email, phone, is_active, referral_code, password } = call.body
  const changed = { name, email, phone, is_active, referral_code }
  const isOther = Object.entries(changed).some(([field, value]) => found[field as keyof typeof changed] !== value)
  if (isOther || password !== undefined) requirePermission(call, 'people.edit')
}

type GivenReason = Body<typeof calls.toggleUser>

async function mayShutOut(tx: Tx, admin: number, { id, role }: UserRecord, reason: GivenReason) {
  const owners = role === 'admin' ? await lockOwners(tx) : []
  return judgeShutOut({ admin, user: id, owners: owners.map((owner) => owner.id), isAdmin: role === 'admin', reason })
}

async function shutOut(
  tx: Tx<'own_account' | 'last_owner' | 'admin_reason_required'>,
  admin: number,
  user: UserRecord,
  reason: GivenReason,
): Promise<void> {
  accept(tx, await mayShutOut(tx, admin, user, reason))
  await endSessions(tx, user.id)
}

function editable({ name, email, phone, role, balance, is_active, referral_code }: Omit<UserRecord, 'referred_by'>) {
  return { name, email, phone, role, balance, is_active, referral_code }
}

type Reading = { viewer: Member; at: Date; config: Config; language: Language }

async function serializeOne(tx: Tx<'not_found'>, id: number, reading: Reading): Promise<UserRow> {
  const found = await userById(tx, id)
  const [row] = found ? await serialize(tx, [found], reading) : []
  return row ?? refuse(tx, 'not_found')
}

async function serialize(db: Db | Tx, rows: readonly UserRecord[], reading: Reading): Promise<UserRow[]> {
  const govtIds = await govtIdsForAdmin(db, { users: rows.map((row) => row.id), ...reading })
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    role: row.role,
    balance: row.balance,
    is_active: row.is_active,
    frozen_at: row.frozen_at,
    referral_code: row.referral_code,
    referred_by: row.referred_by,
    created_at: row.created_at,
    updated_at: row.updated_at,
    marks: row.marks,
    govt_ids: govtIds.get(row.id) ?? [],
  }))
}
