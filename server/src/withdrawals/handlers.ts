import type { Language } from '@bittkosh/contract/language'
import { actOfVerdict } from '@bittkosh/contract/requests'
import * as calls from '@bittkosh/contract/withdrawals'
import type { AdminWithdrawal } from '@bittkosh/contract/withdrawals'
import { moneyStopsOf } from '../auth/actions.ts'
import type { Config } from '../config.ts'
import { govtIdsOfAll, kycApproved, kycState } from '../kyc/actions.ts'
import { balancesOf, lockWallets } from '../ledger/balances.ts'
import { withdrawalRequested } from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route, stages, type TxOf, write } from '../platform/http/http.ts'
import { accept, refuse } from '../platform/http/refuse.ts'
import { actOn } from '../requests/deciding.ts'
import { exportOf, ownPageOf, pageOf } from '../requests/listing.ts'
import { withdrawalRules } from './deciding.ts'
import { bankOfIfsc } from './ifsc.ts'
import { exportColumns, serialize, serializeForAdmin } from './serialize.ts'
import { type AdminRow, askedToNewPayees, insertWithdrawal, lastApprovedDetails, withdrawals } from './queries.ts'
import { judgeNewPayee, judgeWithdrawal, NEW_PAYEE_MS, payeeKey } from './rules.ts'

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
  const [kyc, stops, balances, saved] = await Promise.all([
    kycState(db, user.id),
    moneyStopsOf(db, user.id, at),
    balancesOf(db, user.id),
    lastApprovedDetails(db, user.id),
  ])
  const details = Object.fromEntries(saved.map((row) => [row.type, row.details]))
  return {
    kyc_approved: kyc.approved,
    kyc_status: kyc.status,
    paused_until: stops.pausedUntil,
    is_frozen: stops.isFrozen,
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
    judgeWithdrawal(body, {
      kycApproved: await kycApproved(tx, user.id),
      ...(await moneyStopsOf(tx, user.id, at)),
      minimum: settings.rupees('min_withdrawal_limit'),
      feeRate: settings.percent('withdrawal_fee_percentage'),
      usdtRate: settings.rupees('usdt_value'),
    }),
  )
  const wallet = (await lockWallets(tx, [user.id])).get(user.id) // two requests at once are counted one after the other
  // The ledger would refuse this too, but after the limit, and the balance is the more helpful reason.
  if (wallet === undefined || wallet < quote.amount)
    return refuse(tx, { code: 'insufficient_balance', field: 'amount' })
  const key = payeeKey(payee)
  accept(
    tx,
    judgeNewPayee({
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
  return serialize(row, language)
}

export async function listMyWithdrawals(
  { user, query, language }: Call<typeof calls.listMyWithdrawals>,
  db: Db,
): Promise<Answer<typeof calls.listMyWithdrawals>> {
  const { page, next_cursor } = await ownPageOf(db, withdrawals, { user: user.id, cursor: query.cursor })
  return { data: page.map((row) => serialize(row, language)), next_cursor }
}

export async function cancelWithdrawal(
  { user, params, at, address, settings, language }: Call<typeof calls.cancelWithdrawal>,
  tx: TxOf<typeof calls.cancelWithdrawal>,
): Promise<Answer<typeof calls.cancelWithdrawal>> {
  const by = { owner: user.id }
  const typed = undefined
  const row = await actOn(tx, withdrawalRules, { act: 'cancel', key: params.id, typed, by, at, address, settings })
  return serialize(row, language)
}

export async function lookUpIfsc({ params }: Call<typeof calls.lookUpIfsc>): Promise<Answer<typeof calls.lookUpIfsc>> {
  return bankOfIfsc(params.code)
}

export async function listWithdrawals(
  { user, query, at, language, services: { config } }: Call<typeof calls.listWithdrawals>,
  db: Db,
): Promise<Answer<typeof calls.listWithdrawals>> {
  const { rows, ...page } = await pageOf(db, withdrawals, query)
  return { data: await forAdmin(db, rows, { viewer: user.id, at, config, language }), ...page }
}

export async function exportWithdrawals(
  call: Call<typeof calls.exportWithdrawals>,
): Promise<Answer<typeof calls.exportWithdrawals>> {
  return exportOf(call, { kind: 'withdrawal', table: withdrawals, columns: exportColumns })
}

export async function decideWithdrawal(
  {
    user: admin,
    params,
    body,
    at,
    address,
    settings,
    language,
    services: { config },
  }: Call<typeof calls.decideWithdrawal>,
  tx: TxOf<typeof calls.decideWithdrawal>,
): Promise<Answer<typeof calls.decideWithdrawal>> {
  const by = { admin: admin.id }
  const act = actOfVerdict[body.status]
  const row = await actOn(tx, withdrawalRules, { act, key: params.id, typed: body, by, at, address, settings })
  const shown = await forAdmin(tx, [await withdrawals.adminRow(tx, row.id)], { viewer: admin.id, at, config, language })
  return shown[0] ?? refuse(tx, 'not_found')
}

async function forAdmin(
  db: Db | Tx,
  rows: readonly AdminRow[],
  reading: { viewer: number; at: Date; config: Config; language: Language },
): Promise<AdminWithdrawal[]> {
  const govtIds = await govtIdsOfAll(db, { users: rows.map((row) => row.user_id), ...reading })
  return rows.map((row) =>
    serializeForAdmin(row, { govtIds: govtIds.get(row.user_id) ?? [], language: reading.language }),
  )
}
