import { randomBytes } from 'node:crypto'
import * as calls from '@bittkosh/contract/deposits'
import type { AdminDeposit } from '@bittkosh/contract/deposits'
import type { Language } from '@bittkosh/contract/language'
import { quotePackage } from '@bittkosh/contract/packages'
import { referenceKey } from '@bittkosh/contract/references'
import { actOfVerdict } from '@bittkosh/contract/requestStates'
import { linkedTo } from '../audit/actions.ts'
import { approvedAmong } from '../kyc/actions.ts'
import { holdMethod } from '../methods/actions.ts'
import { holdPackage } from '../packages/actions.ts'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route, writeInStages, type TxOf, write } from '../platform/http/http.ts'
import { accept, refuse, refusing } from '../platform/http/refuse.ts'
import { actOn, byAdmin } from '../requests/deciding.ts'
import { exportOf, ownPageOf, pageOf } from '../requests/listing.ts'
import { depositRules } from './deciding.ts'
import { exportColumns, serialize, serializeForAdmin } from './serialize.ts'
import { type AdminRow, countPending, deposits, insertDeposit, openReference, takeReference } from './queries.ts'
import { judgeRequest, PENDING_MAX } from './rules.ts'

export const routes: Route[] = [
  read(calls.listMyDeposits, listMyDeposits),
  write(calls.paymentReference, paymentReference),
  write(calls.createDeposit, createDeposit),
  read(calls.listDeposits, listDeposits),
  writeInStages(calls.exportDeposits, exportDeposits),
  write(calls.decideDeposit, decideDeposit),
  write(calls.reverseDeposit, reverseDeposit),
]

export async function listMyDeposits(
  { query, user, language }: Call<typeof calls.listMyDeposits>,
  db: Db,
): Promise<Answer<typeof calls.listMyDeposits>> {
  const { page, next_cursor } = await ownPageOf(db, deposits, { user: user.id, cursor: query.cursor })
  return { data: page.map((row) => serialize(row, { user, language })), next_cursor }
}

export async function createDeposit(
  { body, user, at, settings, services, language }: Call<typeof calls.createDeposit>,
  tx: TxOf<typeof calls.createDeposit>,
): Promise<Answer<typeof calls.createDeposit>> {
  const pending = await countPending(tx, user.id)
  const bought = body.balance_package_id === undefined ? null : await holdPackage(tx, body.balance_package_id)
  if (bought === undefined) return refuse(tx, { code: 'package_unavailable', field: 'balance_package_id' })
  if (bought && body.total_amount !== undefined && body.total_amount !== quotePackage(bought).total)
    return refuse(tx, { code: 'terms_moved', field: 'balance_package_id' })
  const method = await holdMethod(tx, body.payment_method, { shown: body.payee_since })
  if (!method) return refuse(tx, { code: 'method_unavailable', field: 'payment_method' })
  // the call's schema requires an amount exactly when there is no package
  const amount = bought?.amount ?? body.amount ?? refuse(tx, 'amount_required')
  const usdtRate = method.payee.type === 'crypto' ? settings.rupees('usdt_value') : null
  accept(
    tx,
    judgeRequest({
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
  await takeReference(tx, { user: user.id, deposit: row.id })
  return serialize(row, { user, language })
}

export async function paymentReference(
  { user, at }: Call<typeof calls.paymentReference>,
  tx: TxOf<typeof calls.paymentReference>,
): Promise<Answer<typeof calls.paymentReference>> {
  const made = `BK${randomBytes(6).toString('hex').toUpperCase()}`
  return { reference: await openReference(tx, { user: user.id, made, at }) }
}

export async function listDeposits(
  call: Call<typeof calls.listDeposits>,
  db: Db,
): Promise<Answer<typeof calls.listDeposits>> {
  const { user, language, settings } = call
  const { rows, ...page } = await pageOf(db, deposits, call)
  const excess = settings.percent('deposit_excess_percent')
  return {
    data: await serializeAll(db, rows, { admin: user.id, language }),
    ...page,
    excess_percentage: excess,
    unusual_above: settings.rupees('unusual_amount_above'),
  }
}

export async function exportDeposits(
  call: Call<typeof calls.exportDeposits>,
): Promise<Answer<typeof calls.exportDeposits>> {
  return exportOf(call, { kind: 'deposit', table: deposits, columns: exportColumns })
}

export async function decideDeposit(
  call: Call<typeof calls.decideDeposit>,
  tx: TxOf<typeof calls.decideDeposit>,
): Promise<Answer<typeof calls.decideDeposit>> {
  const { params, body, user, language } = call
  const act = actOfVerdict[body.status]
  const row = await actOn(tx, depositRules, { act, key: params.id, typed: body, ...byAdmin(call) })
  return serializeOne(tx, row.id, { admin: user.id, language })
}

export async function reverseDeposit(
  call: Call<typeof calls.reverseDeposit>,
  tx: TxOf<typeof calls.reverseDeposit>,
): Promise<Answer<typeof calls.reverseDeposit>> {
  const { params, body, user, language } = call
  const row = await actOn(tx, depositRules, { act: 'reverse', key: params.id, typed: body, ...byAdmin(call) })
  return serializeOne(tx, row.id, { admin: user.id, language })
}

type Reader = { admin: number; language: Language }

async function serializeOne(tx: Tx, id: number, reader: Reader): Promise<AdminDeposit> {
  return onlyRow(await serializeAll(tx, [await deposits.adminRow(tx, id)], reader), `deposit ${id}`)
}

async function serializeAll(
  db: Db | Tx,
  rows: readonly AdminRow[],
  { admin, language }: Reader,
): Promise<AdminDeposit[]> {
  const users = [...new Set(rows.map((row) => row.user_id))]
  const [approved, linked] = await Promise.all([approvedAmong(db, users), linkedTo(db, { admin, users })])
  return rows.map((row) =>
    serializeForAdmin(row, {
      kycApproved: approved.has(row.user_id),
      isLinkedToReader: linked.has(row.user_id),
      language,
    }),
  )
}
