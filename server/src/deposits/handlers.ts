import { alreadyDecided } from '@bittkosh/contract/decisions'
import * as calls from '@bittkosh/contract/deposits'
import { type AdminDeposit, referenceKey } from '@bittkosh/contract/deposits'
import type { Language } from '@bittkosh/contract/language'
import type { Paise } from '@bittkosh/contract/money'
import { demandUnlinked, exportList, record } from '../audit/actions.ts'
import { kycStates } from '../kyc/actions.ts'
import { depositApproved, type Movement, packageApproved, packageBonus } from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import { holdMethod } from '../methods/actions.ts'
import { notify, type Told } from '../notifications/actions.ts'
import { holdPackage } from '../packages/actions.ts'
import { pageByMoment, readMomentCursor } from '../platform/cursor.ts'
import type { Db, Tx } from '../platform/database.ts'
import { type Answer, type Call, read, type Route, stages, write, type TxOf } from '../platform/http.ts'
import { isCut, orderOf, paginationOf, sliceOf, totalOf } from '../platform/lists.ts'
import { accept, refuse, refusing } from '../platform/refuse.ts'
import { exportColumns, present, presentToAdmin } from './present.ts'
import {
  adminDepositById,
  adminDeposits,
  type AdminRow,
  countPending,
  decide,
  depositById,
  type DepositRow,
  depositsOf,
  exportedDeposits,
  insertDeposit,
  requests,
} from './queries.ts'
import { acceptDecision, acceptRequest, PENDING_MAX } from './rules.ts'

const PAGE_SIZE = 20

export const routes: Route[] = [
  read(calls.listMyDeposits, listMyDeposits),
  write(calls.createDeposit, createDeposit),
  read(calls.listDeposits, listDeposits),
  stages(calls.exportDeposits, exportDeposits),
  write(calls.decideDeposit, decideDeposit),
]

export async function listMyDeposits(
  { query, user, language }: Call<typeof calls.listMyDeposits>,
  db: Db,
): Promise<Answer<typeof calls.listMyDeposits>> {
  const before = readMomentCursor(query.cursor)
  const rows = await depositsOf(db, { user: user.id, before, limit: PAGE_SIZE + 1 })
  const { page, next_cursor } = pageByMoment(rows, { size: PAGE_SIZE, at: (row) => row.created_at })
  return { data: page.map((row) => present(row, language)), next_cursor }
}

export async function createDeposit(
  { body, user, at, settings, services, language }: Call<typeof calls.createDeposit>,
  tx: TxOf<typeof calls.createDeposit>,
): Promise<Answer<typeof calls.createDeposit>> {
  const pending = await countPending(tx, user.id)
  const bought = body.balance_package_id === undefined ? null : await holdPackage(tx, body.balance_package_id)
  if (bought === undefined) return refuse(tx, { code: 'package_unavailable', field: 'balance_package_id' })
  const method = await holdMethod(tx, body.payment_method)
  if (!method) return refuse(tx, { code: 'method_unavailable', field: 'payment_method' })
  // the shape of the call has an amount exactly where it has no package
  const amount = bought?.amount ?? body.amount ?? refuse(tx, 'amount_required')
  const usdtRate = method.type === 'crypto' ? settings.rupees('usdt_value') : null
  accept(
    tx,
    acceptRequest({
      amount,
      isPackage: bought !== null,
      minimum: settings.rupees('min_deposit_limit'),
      methodActive: method.isActive,
      pending,
      pendingMax: services.config.rateLimits ? PENDING_MAX : null,
      usdtRate,
      usdtAmount: body.usdt_amount,
    }),
  )
  const row = await refusing(
    tx,
    { reference_taken: 'transaction_id' },
    insertDeposit(tx, {
      user: user.id,
      method,
      amount,
      bought,
      transactionId: body.transaction_id,
      referenceKey: referenceKey(body.transaction_id),
      usdt: usdtRate && {
        amount: body.usdt_amount ?? null,
        rate: usdtRate,
        isFallback: !settings.isSet('usdt_value'),
      },
      at,
    }),
  )
  return present(row, language)
}

export async function listDeposits(
  { query, language }: Call<typeof calls.listDeposits>,
  db: Db,
): Promise<Answer<typeof calls.listDeposits>> {
  const { search, status } = query
  const counted = await requests.counts(db, search)
  const total = totalOf(counted.counts, status)
  const slice = sliceOf(query, { total, search })
  const rows = await adminDeposits(db, { search, status, sort: orderOf(query), ...slice })
  return {
    data: await presentAll(db, rows, language),
    pagination: paginationOf(query, total),
    counts: counted.counts,
    is_cut: isCut(counted, status),
  }
}

export async function exportDeposits(
  call: Call<typeof calls.exportDeposits>,
): Promise<Answer<typeof calls.exportDeposits>> {
  const { search, status } = call.query
  const sort = orderOf(call.query)
  const rows = exportedDeposits({ search, status, sort })
  return exportList(call, {
    list: 'deposits',
    subject: 'deposit',
    filter: { search, status, sort },
    rows,
    columns: exportColumns,
  })
}

export async function decideDeposit(
  { params, body, user: admin, at, address, language }: Call<typeof calls.decideDeposit>,
  tx: TxOf<typeof calls.decideDeposit>,
): Promise<Answer<typeof calls.decideDeposit>> {
  const before = (await depositById(tx, params.id)) ?? refuse(tx, 'not_found')
  if (before.status !== 'pending') return refuseDecided(tx, before.id, at)
  await demandUnlinked(tx, { admin: admin.id, user: before.user_id })
  const preset = body.status === 'rejected' ? (body.rejection_preset ?? null) : null
  const note = body.admin_note || null
  const { amount, bonus } = accept(
    tx,
    acceptDecision({
      status: body.status,
      approvedAmount: body.approved_amount,
      preset,
      note,
      requested: before.requested_amount,
      bonus: before.bonus_ppm,
    }),
  )
  const row = await decide(tx, { id: before.id, status: body.status, amount, bonus, preset, note, admin: admin.id, at })
  if (!row) return refuseDecided(tx, before.id, at)
  await notify(tx, at, noticeOf(row))
  await record(tx, at, {
    admin: admin.id,
    action: `deposit ${body.status}`,
    subject: 'deposit',
    subjectId: row.id,
    address,
    before: { status: 'pending', requested_amount: row.requested_amount },
    after: {
      status: row.status,
      approved_amount: amount,
      bonus,
      transaction_id: row.transaction_id,
      rejection_preset: preset,
    },
    reason: note,
  })
  if (amount !== null) await post(tx, at, creditsOf(row, { amount, bonus }), { field: 'approved_amount' })
  const [decided] = await presentAll(tx, [(await adminDepositById(tx, row.id)) ?? refuse(tx, 'not_found')], language)
  return decided ?? refuse(tx, 'not_found')
}

function creditsOf(row: DepositRow, { amount, bonus }: { amount: Paise; bonus: Paise }): Movement[] {
  const credit = { id: row.id, user: row.user_id, method: row.type, amount }
  if (row.package_id === null) return [depositApproved(credit)]
  const extra = bonus > 0n ? [packageBonus({ id: row.id, user: row.user_id, bonus })] : []
  return [packageApproved(credit), ...extra]
}

function noticeOf(row: DepositRow): Told {
  const { user_id: user, id: about, requested_amount, approved_amount: amount, bonus, package_name, admin_note } = row
  const quoted = { package: package_name, note: admin_note }
  if (amount !== null) return { user, about, kind: 'deposit_approved', values: { amount, bonus, ...quoted } }
  const values = { amount: requested_amount, preset: row.rejection_preset, ...quoted }
  return { user, about, kind: 'deposit_rejected', values }
}

async function refuseDecided(tx: Tx<'already_decided'>, id: number, now: Date): Promise<never> {
  const row = await adminDepositById(tx, id)
  if (!row?.decided_at || row.status === 'pending') throw new Error(`deposit ${id} is not decided`)
  return refuse(tx, alreadyDecided({ status: row.status, by: row.decided_by, decidedAt: row.decided_at, now }))
}

async function presentAll(db: Db | Tx, rows: readonly AdminRow[], language: Language): Promise<AdminDeposit[]> {
  const states = await kycStates(db, [...new Set(rows.map((row) => row.user_id))])
  return rows.map((row) => presentToAdmin(row, { kycApproved: states.get(row.user_id)?.approved ?? false, language }))
}
