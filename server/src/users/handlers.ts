import * as calls from '@bittkosh/contract/users'
import {
  askToClose as askToCloseCall,
  closingDay,
  exportOwnData as exportOwnDataCall,
  keepAccount as keepAccountCall,
} from '@bittkosh/contract/profile'
import { claimEmail as claimEmailCall } from '@bittkosh/contract/verification'
import { type ExportColumns, exportList, recordFile } from '../audit/actions.ts'
import { lockedBonus } from '../flexible/actions.ts'
import { lockedRecordsOf } from '../kyc/actions.ts'
import { balancesOf } from '../ledger/balances.ts'
import { type Db, onlyRow } from '../platform/database/database.ts'
import {
  type Answer,
  type Call,
  type DbOf,
  prepareAndWrite,
  read,
  type Route,
  writeInStages,
  type TxOf,
  write,
} from '../platform/http/http.ts'
import { refuse } from '../platform/http/refuse.ts'
import { paginationOf, sliceOf, totalOf } from '../platform/lists.ts'
import type { PersonalTable } from '../platform/personal.ts'
import { FOUND_MAX } from '@bittkosh/contract/shapes'
import { rangeOf, statementFile, statementName } from '../wallet/actions.ts'
import { claimEmail } from './claimEmail.ts'
import { editUser, moveEarnToWallet, prepareEditUser } from './editing.ts'
import { exportOwnData, exportPerson } from './exporting.ts'
import { askToClose, keepAccount, prepareAskToClose } from './ownClosing.ts'
import { userLedger } from './ledger.ts'
import {
  closedSince,
  countUsers,
  type ExportedUser,
  exportedUsers,
  investmentsOf,
  referralIncomes,
  referredBy,
  standingOf,
  sumsOf,
  userById,
  usersPage,
} from './queries.ts'
import { serialize } from './serialize.ts'
import { deleteUser, freezeUser, toggleUser, unfreezeUser } from './standing.ts'

/**
 * The room's calls. `everywhere` lists what all rooms store about people: closing an account erases it, and a download
 * contains it.
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
    writeInStages(calls.exportUsers, exportUsers),
    writeInStages(exportOwnDataCall, withAll.exportOwnData),
    writeInStages(calls.exportPerson, withAll.exportPerson),
    read(calls.userDetails, userDetails),
    read(calls.userLedger, userLedger),
    writeInStages(calls.userStatement, userStatement),
    read(calls.closedUser, closedUser),
    write(calls.toggleUser, toggleUser),
    write(calls.freezeUser, freezeUser),
    write(calls.unfreezeUser, unfreezeUser),
    prepareAndWrite(calls.editUser, prepareEditUser, editUser),
    write(calls.moveEarnToWallet, moveEarnToWallet),
    write(calls.deleteUser, withAll.deleteUser),
    write(claimEmailCall, withAll.claimEmail),
    prepareAndWrite(askToCloseCall, prepareAskToClose, askToClose, { changesCaller: true }),
    write(keepAccountCall, keepAccount, { changesCaller: true }),
  ]
}

export async function listUsers(
  { query, user, at, language, services }: Call<typeof calls.listUsers>,
  db: Db,
): Promise<Answer<typeof calls.listUsers>> {
  const { search, status, role, only, sort = 'newest' } = query
  const counts = await countUsers(db, { search, role, only })
  const total = totalOf(counts, status)
  const areMany = Object.values(counts).some((count) => count >= FOUND_MAX)
  const isCut = Boolean(search ?? only) && Math.max(...(status ? [counts[status]] : Object.values(counts))) >= FOUND_MAX
  const rows = await usersPage(db, { search, status, role, only, sort, areMany, ...sliceOf(query, { total, search }) })
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
  const [sums, balances, locked, { largest, ...standing }, investments, referred, incomes, rows] = await Promise.all([
    sumsOf(db, found.id, at),
    balancesOf(db, found.id),
    lockedBonus(db, found.id, at),
    standingOf(db, found.id, { at, config: services.config }),
    investmentsOf(db, found.id, at),
    referredBy(db, found.id),
    referralIncomes(db, found.id),
    serialize(db, [found], { viewer: user, at, config: services.config, language }),
  ])
  return {
    user: onlyRow(rows, `user ${found.id}`),
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
      flexible: {
        current_balance: sums.flexible_balance,
        total_profit: sums.flexible_profit,
        locked_bonus: locked,
      },
    },
    balances,
    standing: { ...standing, closes_on: found.closing_asked_at && closingDay(found.closing_asked_at) },
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
  const [balances, records] = await Promise.all([balancesOf(db, id), lockedRecordsOf(db, id)])
  return { id, closed_at: closedAt, balances, locked_records: records }
}

export async function userStatement(
  call: Call<typeof calls.userStatement>,
): Promise<Answer<typeof calls.userStatement>> {
  const { params, query, at } = call
  const { db, reads } = call.services
  const holder = (await userById(db, params.id)) ?? refuse(db, 'not_found')
  const asked = rangeOf(query, at) // refused before it is logged
  const after = { file: statementName(asked) }
  await recordFile(call, { action: 'statement exported', subject: 'user', subjectId: holder.id, after })
  return reads.run((source) => statementFile(source, { ...asked, holder, at }))
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
