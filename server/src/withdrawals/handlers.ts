import { alreadyDecided } from '@bittkosh/contract/decisions'
import type { Language } from '@bittkosh/contract/language'
import * as calls from '@bittkosh/contract/withdrawals'
import type { AdminWithdrawal } from '@bittkosh/contract/withdrawals'
import { demandUnlinked, exportList, record } from '../audit/actions.ts'
import type { Config } from '../config.ts'
import { govtIdsOfAll, kycApproved, kycState } from '../kyc/actions.ts'
import { balancesOf, lockWallets } from '../ledger/balances.ts'
import { withdrawalApproved, withdrawalReleased, withdrawalRequested } from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import { notify } from '../notifications/actions.ts'
import type { Db, Tx } from '../platform/database.ts'
import { pageByMoment, readMomentCursor } from '../platform/cursor.ts'
import { type Answer, type Call, read, type Route, stages, write, type TxOf } from '../platform/http.ts'
import { isCut, orderOf, paginationOf, sliceOf, totalOf } from '../platform/lists.ts'
import { accept, refuse } from '../platform/refuse.ts'
import { bankOfIfsc } from './ifsc.ts'
import { exportColumns, present, presentToAdmin } from './present.ts'
import {
  type AdminRow,
  adminWithdrawalById,
  adminWithdrawals,
  askedToNewPayees,
  decide,
  exportedWithdrawals,
  insertWithdrawal,
  lastApprovedDetails,
  passwordResetAt,
  withdrawalsOf,
  requests,
} from './queries.ts'
import { acceptDecision, acceptNewPayee, acceptWithdrawal, NEW_PAYEE_MS, pausedUntil, payeeKey } from './rules.ts'

const PAGE_SIZE = 20

export const routes: Route[] = [
  read(calls.withdrawalTerms, withdrawalTerms),
  write(calls.createWithdrawal, createWithdrawal),
  read(calls.listMyWithdrawals, listMyWithdrawals),
  write(calls.cancelWithdrawal, cancelWithdrawal),
  read(calls.lookUpIfsc, lookUpIfsc),
  read(calls.listWithdrawals, listWithdrawals),
  stages(calls.exportWithdrawals, exportWithdrawals),
  write(calls.decideWithdrawal, decideWithdrawal),
]

export async function withdrawalTerms(
  { user, at, settings }: Call<typeof calls.withdrawalTerms>,
  db: Db,
): Promise<Answer<typeof calls.withdrawalTerms>> {
  const [kyc, resetAt, balances, saved] = await Promise.all([
    kycState(db, user.id),
    passwordResetAt(db, user.id),
    balancesOf(db, user.id),
    lastApprovedDetails(db, user.id),
  ])
  const details = Object.fromEntries(saved.map((row) => [row.type, row.details]))
  return {
    kyc_approved: kyc.approved,
    kyc_status: kyc.status,
    paused_until: pausedUntil(resetAt, at),
    balance: balances.wallet,
    minimum: settings.rupees('min_withdrawal_limit'),
    new_payee_limit: settings.rupees('withdrawal_new_payee_limit'),
    fee_percentage: settings.percent('withdrawal_fee_percentage'),
    usdt_rate: settings.rupees('usdt_value'),
    usdt_rate_is_fallback: !settings.isSet('usdt_value'),
    saved_details: { upi: null, bank: null, crypto: null, ...details },
  }
}

export async function createWithdrawal(
  { user, body, at, settings, language }: Call<typeof calls.createWithdrawal>,
  tx: TxOf<typeof calls.createWithdrawal>,
): Promise<Answer<typeof calls.createWithdrawal>> {
  const { payee, quote, usdtRate } = accept(
    tx,
    acceptWithdrawal(body, {
      kycApproved: await kycApproved(tx, user.id),
      passwordResetAt: await passwordResetAt(tx, user.id),
      now: at,
      minimum: settings.rupees('min_withdrawal_limit'),
      feeRate: settings.percent('withdrawal_fee_percentage'),
      usdtRate: settings.rupees('usdt_value'),
    }),
  )
  const wallet = (await lockWallets(tx, [user.id])).get(user.id) // two requests at once are counted one after the other
  // The ledger would say so too, but after the limit, and whoever asks for too much should read the nearer reason.
  if (wallet === undefined || wallet < quote.amount)
    return refuse(tx, { code: 'insufficient_balance', field: 'amount' })
  const key = payeeKey(payee)
  accept(
    tx,
    acceptNewPayee({
      amount: quote.amount,
      ...(await askedToNewPayees(tx, { user: user.id, payee: key, since: new Date(at.getTime() - NEW_PAYEE_MS) })),
      limit: settings.rupees('withdrawal_new_payee_limit'),
    }),
  )
  const row = await insertWithdrawal(tx, {
    user: user.id,
    amount: quote.amount,
    fee: quote.fee,
    feeRate: settings.percent('withdrawal_fee_percentage'),
    payee,
    payeeKey: key,
    usdtRate,
    usdtRateIsFallback: usdtRate !== null && !settings.isSet('usdt_value'),
    at,
  })
  await post(tx, at, withdrawalRequested({ id: row.id, user: user.id, amount: row.amount }))
  return present(row, language)
}

export async function listMyWithdrawals(
  { user, query, language }: Call<typeof calls.listMyWithdrawals>,
  db: Db,
): Promise<Answer<typeof calls.listMyWithdrawals>> {
  const after = readMomentCursor(query.cursor)
  const rows = await withdrawalsOf(db, { user: user.id, after, limit: PAGE_SIZE + 1 })
  const { page, next_cursor } = pageByMoment(rows, { size: PAGE_SIZE, at: (row) => row.created_at })
  return { data: page.map((row) => present(row, language)), next_cursor }
}

export async function cancelWithdrawal(
  { user, params, at, language }: Call<typeof calls.cancelWithdrawal>,
  tx: TxOf<typeof calls.cancelWithdrawal>,
): Promise<Answer<typeof calls.cancelWithdrawal>> {
  const row = await decide(tx, {
    id: params.id,
    user: user.id,
    status: 'cancelled',
    transactionId: null,
    preset: null,
    note: null,
    by: null,
    at,
  })
  if (!row) return refuseDecided(tx, { id: params.id, at, owner: user.id })
  await post(tx, at, withdrawalReleased({ id: row.id, user: row.user_id, amount: row.amount }))
  return present(row, language)
}

export async function lookUpIfsc({ params }: Call<typeof calls.lookUpIfsc>): Promise<Answer<typeof calls.lookUpIfsc>> {
  return bankOfIfsc(params.code)
}

export async function listWithdrawals(
  { user, query, at, language, services: { config } }: Call<typeof calls.listWithdrawals>,
  db: Db,
): Promise<Answer<typeof calls.listWithdrawals>> {
  const { search, status } = query
  const counted = await requests.counts(db, search)
  const total = totalOf(counted.counts, status)
  const slice = sliceOf(query, { total, search })
  const rows = await adminWithdrawals(db, { search, status, sort: orderOf(query), ...slice })
  return {
    data: await forAdmin(db, rows, { viewer: user.id, at, config, language }),
    pagination: paginationOf(query, total),
    counts: counted.counts,
    is_cut: isCut(counted, status),
  }
}

export async function exportWithdrawals(
  call: Call<typeof calls.exportWithdrawals>,
): Promise<Answer<typeof calls.exportWithdrawals>> {
  const { search, status } = call.query
  const sort = orderOf(call.query)
  const rows = exportedWithdrawals({ search, status, sort })
  return exportList(call, {
    list: 'withdrawals',
    subject: 'withdrawal',
    filter: { search, status, sort },
    rows,
    columns: exportColumns,
  })
}

export async function decideWithdrawal(
  { user: admin, params, body, at, address, language, services: { config } }: Call<typeof calls.decideWithdrawal>,
  tx: TxOf<typeof calls.decideWithdrawal>,
): Promise<Answer<typeof calls.decideWithdrawal>> {
  const known = await adminWithdrawalById(tx, params.id)
  if (!known) return refuse(tx, 'not_found')
  await demandUnlinked(tx, { admin: admin.id, user: known.user_id })
  if (known.status !== 'pending') return refuseDecided(tx, { id: params.id, at })
  const { transactionId, preset, note } = accept(tx, acceptDecision(body))
  const row = await decide(tx, { id: params.id, status: body.status, transactionId, preset, note, by: admin.id, at })
  if (!row) return refuseDecided(tx, { id: params.id, at })
  const told = { user: row.user_id, about: row.id }
  await notify(
    tx,
    at,
    transactionId !== null
      ? { ...told, kind: 'withdrawal_approved', values: { amount: row.amount, reference: transactionId } }
      : { ...told, kind: 'withdrawal_rejected', values: { amount: row.amount, preset, note } },
  )
  await record(tx, at, {
    admin: admin.id,
    action: `withdrawal ${body.status}`,
    subject: 'withdrawal',
    subjectId: row.id,
    address,
    before: { status: 'pending' },
    after: {
      status: body.status,
      user: row.user_id,
      amount: row.amount,
      fee: row.fee,
      transaction_id: transactionId,
      rejection_preset: preset,
    },
    reason: note,
  })
  const moved = { id: row.id, user: row.user_id, amount: row.amount }
  await post(
    tx,
    at,
    transactionId !== null ? withdrawalApproved({ ...moved, type: row.type, fee: row.fee }) : withdrawalReleased(moved),
  )
  const after = await adminWithdrawalById(tx, row.id)
  const [answer] = await forAdmin(tx, after ? [after] : [], { viewer: admin.id, at, config, language })
  if (!answer) throw new Error(`withdrawal ${row.id} vanished while it was decided`)
  return answer
}

async function forAdmin(
  db: Db | Tx,
  rows: readonly AdminRow[],
  reading: { viewer: number; at: Date; config: Config; language: Language },
): Promise<AdminWithdrawal[]> {
  const govtIds = await govtIdsOfAll(db, { users: rows.map((row) => row.user_id), ...reading })
  return rows.map((row) => presentToAdmin(row, { govtIds: govtIds.get(row.user_id) ?? [], language: reading.language }))
}

/** Says who decided first; 404 where there is no such withdrawal, or it is not `owner`'s. */
async function refuseDecided(
  tx: Tx<'not_found' | 'already_decided'>,
  { id, at, owner }: { id: number; at: Date; owner?: number },
): Promise<never> {
  const row = await adminWithdrawalById(tx, id)
  if (!row?.decided_at || row.status === 'pending' || (owner !== undefined && row.user_id !== owner))
    return refuse(tx, 'not_found')
  const { status, decided_by: by, decided_at: decidedAt } = row
  const side = status !== 'cancelled' ? 'admin' : owner === undefined ? 'user' : 'reader'
  return refuse(tx, alreadyDecided({ status, side, by, decidedAt, now: at }))
}
