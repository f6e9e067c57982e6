import * as calls from '@bittkosh/contract/withdrawals'
import { readPayee } from '@bittkosh/contract/payees'
import type { AdminWithdrawal } from '@bittkosh/contract/withdrawals'
import { notifyOfTakeOver } from '../alerts/actions.ts'
import { linkedTo } from '../audit/actions.ts'
import { moneyStopsOf } from '../auth/actions.ts'
import type { Config } from '../config.ts'
import { approvedAmong, govtIdsForAdmin, kycState } from '../kyc/actions.ts'
import { balancesOf } from '../ledger/balances.ts'
import { withdrawalRequested } from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import {
  type Answer,
  type Call,
  read,
  type Route,
  writeInStages,
  type TxOf,
  write,
  writeTogether,
} from '../platform/http/http.ts'
import { refuse } from '../platform/http/refuse.ts'
import type { Judged } from '../platform/http/together.ts'
import type { Member } from '../platform/identity/sessions.ts'
import { actOn, byAdmin } from '../requests/deciding.ts'
import { exportOf, ownPageOf, pageOf } from '../requests/listing.ts'
import { decideFor, releaseFor, returnPayout } from './actions.ts'
import { withdrawalRules } from './deciding.ts'
import { bankOfIfsc } from '../platform/ifsc.ts'
import { exportColumnsAt, type ReaderContext, serialize, serializeForAdmin } from './serialize.ts'
import {
  type AdminRow,
  holdRequestFacts,
  lastApprovedDetails,
  type NewWithdrawal,
  untouched,
  type WithdrawalRow,
  withdrawals,
  withdrawalsMade,
} from './queries.ts'
import { judgeRequest, payeeKey } from './rules.ts'

export const routes: Route[] = [
  read(calls.withdrawalTerms, withdrawalTerms),
  writeTogether(calls.createWithdrawal, createWithdrawal),
  read(calls.listMyWithdrawals, listMyWithdrawals),
  write(calls.cancelWithdrawal, cancelWithdrawal),
  read(calls.lookUpIfsc, lookUpIfsc),
  read(calls.listWithdrawals, listWithdrawals),
  writeInStages(calls.exportWithdrawals, exportWithdrawals),
  write(calls.claimWithdrawal, claimWithdrawal),
  write(calls.releaseWithdrawal, releaseWithdrawal),
  write(calls.decideWithdrawal, decideWithdrawal),
  write(calls.returnWithdrawal, returnWithdrawal),
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
    email_verified: user.emailVerified,
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

/** One or several users' requests, each judged under the locks of all. */
export async function createWithdrawal(
  asked: readonly Call<typeof calls.createWithdrawal>[],
  tx: TxOf<typeof calls.createWithdrawal>,
  at: Date,
): Promise<Judged<Answer<typeof calls.createWithdrawal>, NewWithdrawal>> {
  const requests = asked.map(({ user, body }) => {
    const named = readPayee(body.type, body.withdrawal_details)
    return { user: user.id, payee: 'refused' in named ? null : payeeKey(named) }
  })
  const found = await holdRequestFacts(tx, requests, at)
  const judge = ({ user, body, settings, language }: Call<typeof calls.createWithdrawal>) => {
    const one = found.get(user.id)
    if (!one) throw new Error(`nothing was gathered for user ${user.id}`)
    const { id, number, ...facts } = one
    const feeRate = settings.percent('withdrawal_fee_percentage')
    const decision = judgeRequest(body, {
      emailVerified: user.emailVerified,
      ...facts,
      minimum: settings.rupees('min_withdrawal_limit'),
      feeRate,
      usdtRate: settings.rupees('usdt_value'),
      limit: settings.rupees('withdrawal_new_payee_limit'),
    })
    if ('refused' in decision) return { otherwise: async () => refuse(tx, decision.refused) }
    const { payee, quote, usdtRate } = decision
    const row = {
      ...untouched,
      id,
      number,
      user_id: user.id,
      amount: quote.amount,
      fee: quote.fee,
      fee_rate: feeRate,
      ...payee,
      usdt_rate: usdtRate,
      usdt_rate_is_fallback: usdtRate !== null && !settings.isSet('usdt_value'),
      created_at: at,
    }
    return { reply: serialize(row, { language, at, settings }), completed: { ...row, payee: payeeKey(payee) } }
  }
  return {
    each: asked.map(judge),
    write(made, others) {
      const movements = made.map(({ id, user_id: user, amount }) => withdrawalRequested({ id, user, amount }))
      return post(tx, at, movements, { alongside: [withdrawalsMade(made), ...others] })
    },
  }
}

export async function listMyWithdrawals(
  { user, query, ...reading }: Call<typeof calls.listMyWithdrawals>,
  db: Db,
): Promise<Answer<typeof calls.listMyWithdrawals>> {
  const { page, next_cursor } = await ownPageOf(db, withdrawals, { user: user.id, cursor: query.cursor })
  return { data: page.map((row) => serialize(row, reading)), next_cursor }
}

export async function cancelWithdrawal(
  { user, params, at, address, settings, language }: Call<typeof calls.cancelWithdrawal>,
  tx: TxOf<typeof calls.cancelWithdrawal>,
): Promise<Answer<typeof calls.cancelWithdrawal>> {
  const by = { owner: user.id }
  const typed = undefined
  const row = await actOn(tx, withdrawalRules, { act: 'cancel', key: params.id, typed, by, at, address, settings })
  return serialize(row, { language, at, settings })
}

export async function lookUpIfsc({ params }: Call<typeof calls.lookUpIfsc>): Promise<Answer<typeof calls.lookUpIfsc>> {
  return bankOfIfsc(params.code)
}

export async function listWithdrawals(
  call: Call<typeof calls.listWithdrawals>,
  db: Db,
): Promise<Answer<typeof calls.listWithdrawals>> {
  const { rows, ...page } = await pageOf(db, withdrawals, call)
  const unusualAbove = call.settings.rupees('unusual_amount_above')
  return { data: await forAdmin(db, rows, call), ...page, unusual_above: unusualAbove }
}

export async function exportWithdrawals(
  call: Call<typeof calls.exportWithdrawals>,
): Promise<Answer<typeof calls.exportWithdrawals>> {
  return exportOf(call, { kind: 'withdrawal', table: withdrawals, columns: exportColumnsAt(call) })
}

export async function claimWithdrawal(
  call: Call<typeof calls.claimWithdrawal>,
  tx: TxOf<typeof calls.claimWithdrawal>,
): Promise<Answer<typeof calls.claimWithdrawal>> {
  const { params, body, user, at, settings } = call
  const before = await withdrawals.lock(tx, sql`w.id = ${params.id}`)
  const row = await actOn(tx, withdrawalRules, { act: 'claim', key: params.id, typed: body, ...byAdmin(call) })
  const from = before?.claimed_by ?? user.id
  if (from !== user.id)
    await notifyOfTakeOver(tx, at, { kind: 'payout_taken_over', id: row.id, from, by: user.id, settings })
  return currentWithdrawal(tx, row, call)
}

export async function releaseWithdrawal(
  call: Call<typeof calls.releaseWithdrawal>,
  tx: TxOf<typeof calls.releaseWithdrawal>,
): Promise<Answer<typeof calls.releaseWithdrawal>> {
  return currentWithdrawal(tx, await releaseFor(tx, { id: call.params.id, ...byAdmin(call) }), call)
}

export async function decideWithdrawal(
  call: Call<typeof calls.decideWithdrawal>,
  tx: TxOf<typeof calls.decideWithdrawal>,
): Promise<Answer<typeof calls.decideWithdrawal>> {
  const { params, body } = call
  const row = await decideFor(tx, { id: params.id, typed: body, ...byAdmin(call) })
  return currentWithdrawal(tx, row, call)
}

export async function returnWithdrawal(
  call: Call<typeof calls.returnWithdrawal>,
  tx: TxOf<typeof calls.returnWithdrawal>,
): Promise<Answer<typeof calls.returnWithdrawal>> {
  const { params, body, services } = call
  const { publicUrl } = services.config
  const row = await returnPayout(tx, { id: params.id, typed: body, publicUrl, ...byAdmin(call) })
  return currentWithdrawal(tx, row, call)
}

type ByAdmin = ReaderContext & { user: Member; services: { config: Config } }

async function currentWithdrawal(tx: Tx, { id }: WithdrawalRow, call: ByAdmin): Promise<AdminWithdrawal> {
  return onlyRow(await forAdmin(tx, [await withdrawals.adminRow(tx, id)], call), `withdrawal ${id}`)
}

async function forAdmin(db: Db | Tx, rows: readonly AdminRow[], call: ByAdmin): Promise<AdminWithdrawal[]> {
  const { user, at, settings, language, services } = call
  const reading = { viewer: user, at, config: services.config, language }
  const users = rows.map((row) => row.user_id)
  const [govtIds, approved, linked] = await Promise.all([
    govtIdsForAdmin(db, { users, ...reading }),
    approvedAmong(db, users),
    linkedTo(db, { admin: user.id, users }),
  ])
  return rows.map((row) =>
    serializeForAdmin(row, {
      govtIds: govtIds.get(row.user_id) ?? [],
      kycApproved: approved.has(row.user_id),
      isLinkedToReader: linked.has(row.user_id),
      language,
      at,
      settings,
    }),
  )
}
